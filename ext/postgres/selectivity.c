/* SPDX-License-Identifier: MIT */
/* selectivity.c: how many rows a comparison selects. The operators <, <=, > and >= of the types
 * name sortid_rangesel as their estimator; within.c asks for TYPE_within.
 *
 * The server's own estimators place a constant in the middle of its bin of the histogram, because
 * they cannot convert an unknown type to a number. Here the constant is placed by its distance from
 * the ends of the bin: IDs begin with their time, so this is a linear interpolation of time.
 *
 * The planner multiplies the selectivities of conditions, except for pairs of the server's own
 * estimators, which it combines to a range. Therefore each condition on a column is estimated here
 * as the share of the rows that the earlier conditions of the same AND on this column leave: the
 * product is the estimate of the range. */
#include "sortid_pg.h"

#include <access/htup_details.h>
#include <access/stratnum.h>
#include <catalog/pg_statistic.h>
#include <nodes/nodeFuncs.h>
#include <utils/lsyscache.h>
#include <utils/selfuncs.h>
#include <utils/typcache.h>

#include "selectivity.h"

/* The planner's estimate for a range that contains no row. */
#define ALMOST_NONE 1.0e-10

/* A condition on a column: `column op value`, or its commuted form. */
struct bound {
    VariableStatData column;
    Node *value;
    Oid op;
    bool is_lower; /* > or >= */
    bool or_equal; /* <= or >= */
};

/* ---- Values as numbers ----------------------------------------------------------------------- */

/* A value of 16 or 20 bytes by reference, or of 8 by value. The bytes after it are zeros, and
 * enough for interpolate. */
typedef struct digits {
    char bytes[32];
} digits;

static bool has_digits(Oid type)
{
    int16 length;
    bool by_value;
    get_typlenbyval(type, &length, &by_value);
    return by_value ? length == 8 : length == 16 || length == 20;
}

static void read_digits(digits *result, Datum value, Oid type)
{
    int16 length;
    bool by_value;
    get_typlenbyval(type, &length, &by_value);
    memset(result, 0, sizeof(*result));
    if (by_value) {
        uint64 word = pg_hton64((uint64)DatumGetInt64(value));
        memcpy(result->bytes, &word, sizeof(word));
    } else {
        memcpy(result->bytes, DatumGetPointer(value), (size_t)length);
    }
}

/* Where `value` is between `low` (0) and `high` (1), by the 64 bits from the first byte in which
 * the two differ. */
static double interpolate(const digits *low, const digits *high, const digits *value)
{
    size_t at = 0;
    double from;
    double to;
    double here;
    while (at < 20 && low->bytes[at] == high->bytes[at]) {
        at += 1;
    }
    if (memcmp(value, low, sizeof(*low)) <= 0) {
        return 0;
    }
    if (memcmp(value, high, sizeof(*high)) >= 0) {
        return 1;
    }
    from = (double)sortid_pg_load(low->bytes + at);
    to = (double)sortid_pg_load(high->bytes + at);
    here = (double)sortid_pg_load(value->bytes + at);
    return to > from ? (here - from) / (to - from) : 0.5;
}

/* ---- The histogram --------------------------------------------------------------------------- */

/* Listens to the comparisons that the server makes while it searches a histogram for a constant.
 * The last value that is compared on each side is an end of the constant's bin: a value of the
 * histogram, or the least or greatest value of an index. */
typedef struct listener {
    FmgrInfo comparison; /* the operator's own function */
    Oid type;            /* of the values */
    bool is_lower;       /* the operator is > or >= */
    bool has_below;
    bool has_above;
    digits below;
    digits above;
} listener;

static Datum compare_and_listen(PG_FUNCTION_ARGS)
{
    listener *state = fcinfo->flinfo->fn_extra;
    Datum value = PG_GETARG_DATUM(0);
    bool is_true = DatumGetBool(
        FunctionCall2Coll(&state->comparison, PG_GET_COLLATION(), value, PG_GETARG_DATUM(1)));
    if (is_true == state->is_lower) {
        state->has_above = true;
        read_digits(&state->above, value, state->type);
    } else {
        state->has_below = true;
        read_digits(&state->below, value, state->type);
    }
    PG_RETURN_BOOL(is_true);
}

/* The number of values in the histogram of a column; 0: none of the type or a domain over it. */
static int count_bounds(VariableStatData *column, Oid type)
{
    AttStatsSlot slot;
    int count = 0;
    if (get_attstatsslot(&slot, column->statsTuple, STATISTIC_KIND_HISTOGRAM, InvalidOid,
                         ATTSTATSSLOT_VALUES)) {
        count = getBaseType(slot.valuetype) == type ? slot.nvalues : 0;
        free_attstatsslot(&slot);
    }
    return count;
}

/* The share of the histogram that a bound selects; negative if there is no histogram. */
static double share_of_histogram(PlannerInfo *root, struct bound *bound, Oid collation,
                                 const Const *constant)
{
    listener state = {.type = constant->consttype, .is_lower = bound->is_lower};
    FmgrInfo listening;
    double share;
    int count =
        has_digits(constant->consttype) ? count_bounds(&bound->column, constant->consttype) : 0;
    fmgr_info(get_opcode(bound->op), &state.comparison);
    listening = state.comparison;
    if (count > 1) {
        listening.fn_addr = compare_and_listen;
        listening.fn_extra = &state;
    }
    share = ineq_histogram_selectivity(root, &bound->column, bound->op, &listening, bound->is_lower,
                                       bound->or_equal, collation, constant->constvalue,
                                       constant->consttype);
    if (share >= 0 && state.has_below && state.has_above) {
        digits value;
        double off_middle;
        read_digits(&value, constant->constvalue, constant->consttype);
        off_middle = (interpolate(&state.below, &state.above, &value) - 0.5) / (count - 1);
        share += bound->is_lower ? -off_middle : off_middle;
        CLAMP_PROBABILITY(share);
    }
    return share;
}

/* ---- One bound ------------------------------------------------------------------------------- */

static double null_share(VariableStatData *column)
{
    return HeapTupleIsValid(column->statsTuple)
               ? ((Form_pg_statistic)GETSTRUCT(column->statsTuple))->stanullfrac
               : 0;
}

/* The share of the rows of its relation that a bound selects. */
static double share_of_bound(PlannerInfo *root, struct bound *bound)
{
    const Const *constant = (const Const *)bound->value;
    FmgrInfo comparison;
    double common;
    double of_common;
    double of_others;
    double share;
    if (!IsA(bound->value, Const)) {
        return DEFAULT_INEQ_SEL;
    }
    if (constant->constisnull) {
        return 0;
    }
    if (!HeapTupleIsValid(bound->column.statsTuple)) {
        return DEFAULT_INEQ_SEL;
    }
    fmgr_info(get_opcode(bound->op), &comparison);
    of_common = mcv_selectivity(&bound->column, &comparison, InvalidOid, constant->constvalue, true,
                                &common);
    of_others = share_of_histogram(root, bound, InvalidOid, constant);
    if (of_others < 0) {
        of_others = 0.5;
    }
    share = of_common + (1 - null_share(&bound->column) - common) * of_others;
    CLAMP_PROBABILITY(share);
    return share;
}

/* The number of an operator in the btree operator family of its type; 0 if it has none there. */
static int strategy_of(Oid op)
{
    Oid left;
    Oid right;
    TypeCacheEntry *entry;
    op_input_types(op, &left, &right);
    if (left != right || !OidIsValid(left)) {
        return 0;
    }
    entry = lookup_type_cache(left, TYPECACHE_BTREE_OPFAMILY);
    return OidIsValid(entry->btree_opf) ? get_op_opfamily_strategy(op, entry->btree_opf) : 0;
}

/* Reads an operator and its arguments as a bound of a column. False if they are none; else the
 * caller releases bound->column. */
static bool read_bound(struct bound *bound, PlannerInfo *root, Oid op, List *arguments,
                       int relation)
{
    int strategy = strategy_of(op);
    bool on_left;
    if (strategy == 0 || strategy == BTEqualStrategyNumber ||
        !get_restriction_variable(root, arguments, relation, &bound->column, &bound->value,
                                  &on_left)) {
        return false;
    }
    bound->op = on_left ? op : get_commutator(op);
    if (!OidIsValid(bound->op)) {
        ReleaseVariableStats(bound->column);
        return false;
    }
    strategy = on_left ? strategy : BTMaxStrategyNumber + 1 - strategy;
    bound->is_lower = strategy > BTEqualStrategyNumber;
    bound->or_equal =
        strategy == BTLessEqualStrategyNumber || strategy == BTGreaterEqualStrategyNumber;
    return true;
}

/* ---- Ranges ---------------------------------------------------------------------------------- */

/* What several bounds of one column select together. */
struct range {
    double from; /* the share that the strictest lower bound selects; 1 if there is none */
    double to;   /* the share that the strictest upper bound selects */
    double null_share;
};

static double share_of_range(const struct range *range)
{
    double share;
    if (range->from >= 1 || range->to >= 1) {
        return Min(range->from, range->to);
    }
    if (range->from == DEFAULT_INEQ_SEL || range->to == DEFAULT_INEQ_SEL) {
        return DEFAULT_RANGE_INEQ_SEL; /* a bound is not known */
    }
    share = range->from + range->to + range->null_share - 1;
    return Max(share, ALMOST_NONE);
}

/* Narrows a range by a clause, if this is a bound of the column. */
static void narrow(struct range *range, PlannerInfo *root, Node *clause, int relation,
                   const Node *column)
{
    struct bound bound;
    const OpExpr *comparison = (const OpExpr *)clause;
    if (!IsA(clause, OpExpr) || list_length(comparison->args) != 2 ||
        !read_bound(&bound, root, comparison->opno, comparison->args, relation)) {
        return;
    }
    if (equal(bound.column.var, column)) {
        double share = share_of_bound(root, &bound);
        double *side = bound.is_lower ? &range->from : &range->to;
        *side = Min(*side, share);
        range->null_share = null_share(&bound.column);
    }
    ReleaseVariableStats(bound.column);
}

/* A clause without the planner's notes on it. */
static Node *without_notes(Node *clause)
{
    if (IsA(clause, RestrictInfo)) {
        RestrictInfo *notes = (RestrictInfo *)clause;
        return (Node *)(notes->orclause != NULL ? notes->orclause : notes->clause);
    }
    return clause;
}

static List *arguments_of(Node *clause)
{
    return IsA(clause, OpExpr)     ? ((OpExpr *)clause)->args
           : IsA(clause, FuncExpr) ? ((FuncExpr *)clause)->args
                                   : NIL;
}

/* The list of clauses, all of which must be true, that contains the one with these arguments (the
 * same list, not an equal one); NIL if there is none. */
static List *find_conjunction(List *clauses, const List *arguments)
{
    ListCell *cell;
    foreach (cell, clauses) {
        Node *clause = without_notes(lfirst(cell));
        ListCell *arm;
        if (arguments_of(clause) == arguments) {
            return clauses;
        }
        if (!is_orclause(clause)) {
            continue;
        }
        foreach (arm, ((BoolExpr *)clause)->args) {
            Node *part = without_notes(lfirst(arm));
            List *found =
                is_andclause(part) ? find_conjunction(((BoolExpr *)part)->args, arguments) : NIL;
            if (found != NIL) {
                return found;
            }
        }
    }
    return NIL;
}

double sortid_pg_share_of(PlannerInfo *root, List *comparisons, List *arguments, int relation,
                          bool is_whole)
{
    const OpExpr *first = linitial_node(OpExpr, comparisons);
    struct range before = {1, 1, 0};
    struct range after;
    struct bound bound;
    double rest;
    ListCell *cell;
    if (!read_bound(&bound, root, first->opno, first->args, relation)) {
        return DEFAULT_INEQ_SEL;
    }
    foreach (cell, bound.column.rel == NULL
                       ? NIL
                       : find_conjunction(bound.column.rel->baserestrictinfo, arguments)) {
        Node *clause = without_notes(lfirst(cell));
        if (arguments_of(clause) != arguments) {
            narrow(&before, root, clause, relation, bound.column.var);
        } else if (!is_whole) {
            break;
        }
    }
    after = before;
    foreach (cell, comparisons) {
        narrow(&after, root, lfirst(cell), relation, bound.column.var);
    }
    ReleaseVariableStats(bound.column);
    rest = share_of_range(&before);
    return rest > 0 ? Min(share_of_range(&after) / rest, 1) : 0;
}

/* The estimator of the operators <, <=, > and >=. */
SORTID_PG_FUNCTION(sortid_pg_sql_rangesel)
{
    PlannerInfo *root = (PlannerInfo *)PG_GETARG_POINTER(0);
    List *arguments = (List *)PG_GETARG_POINTER(2);
    OpExpr comparison = {.xpr = {T_OpExpr}, .opno = PG_GETARG_OID(1), .args = arguments};
    PG_RETURN_FLOAT8(
        sortid_pg_share_of(root, list_make1(&comparison), arguments, PG_GETARG_INT32(3), false));
}
