// SPDX-License-Identifier: MIT
// task.js: work in a worker, with its progress and a way to cancel it.
import { moduleBytes } from "host";
import { faultCard, h, say } from "./dom.js";

// Gives a worker a task, shows its progress and a button, then what `done` makes of the result.
export const runTask = (place, worker, task, total, unit, done) => {
    const bar = h("progress", { max: total, value: 0, ariaLabel: "Progress" });
    const text = h("p", { className: "hint" }, "Starting");
    const cancel = h("button", { type: "button" }, "Cancel");
    const begun = performance.now();
    place.replaceChildren(h("article", { className: "card working" }, bar, h("div", { className: "row" }, text, cancel)));
    const end = (children) => {
        worker.onmessage = null;
        place.replaceChildren(...children);
    };
    const fail = (message) => {
        worker.terminate();
        say(message);
        end([faultCard(message)]);
        return true;
    };
    cancel.onclick = () => fail("Canceled");
    worker.onerror = () => fail("The worker failed");
    worker.onmessage = ({ data }) => {
        if (data.error) {
            fail(data.error);
        } else if (data.result) {
            end(done(data.result, (performance.now() - begun) / 1000));
        } else {
            bar.value = data.progress;
            text.textContent = `${unit(data.progress)} of ${unit(total)}`;
        }
    };
    moduleBytes().then((module) => worker.postMessage({ ...task, module }));
    return fail;
};
