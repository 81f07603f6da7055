// SPDX-License-Identifier: MIT
// nearness.js: the order of the kinds that a text which is not an ID resembles.

/** A comparison of { distance, position }. `isOtherLength` says whether a kind has another length: a text
 * of a kind's length with two wrong digits is as near to it as to one of another length. Of those that
 * are as near, one with this length comes first, then the one that gets furthest. */
export const byNearness = (isOtherLength) => {
    const farness = (kind) => kind.distance + (isOtherLength(kind) ? 2 : 0);
    return (a, b) => farness(a) - farness(b) || isOtherLength(a) - isOtherLength(b) || b.position - a.position;
};
