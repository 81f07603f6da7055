/* SPDX-License-Identifier: MIT */
/* within.c: explains TYPE_within(id, since, until) to the planner. It is true for the same IDs as
 *   id >= TYPE_within_lower(since, until) and id <= TYPE_within_upper(since, until)
 * and these comparisons replace the call, so that the planner uses indexes, prunes partitions and
 * estimates as for any comparison. A call that is not replaced (its arguments cannot be evaluated
 * twice) can still use an index, and has an estimate. Between two UUIDs of version 7 are UUIDs of
 * other versions: a call of uuidv7_within stays as a condition. */
#include "sortid_pg.h"

#include <access/stratnum.h>
#include <catalog/pg_am.h>
#include <catalog/pg_class.h>
#include <catalog/pg_collation.h>
#include <catalog/pg_proc.h>
#include <catalog/pg_type.h>
#include <miscadmin.h>
#include <nodes/makefuncs.h>
#include <nodes/nodeFuncs.h>
#include <nodes/supportnodes.h>
#include <optimizer/clauses.h>
#include <optimizer/cost.h>
#include <optimizer/optimizer.h>
#include <parser/parsetree.h>
#include <utils/acl.h>
#include <utils/builtins.h>
#include <utils/lsyscache.h>
#include <utils/syscache.h>
#include <utils/typcache.h>

#include "selectivity.h"

/* The input collation of a call that stays with its comparisons. The types of the arguments have no
 * collation, so no other call has one. The planner simplifies the parts of an AND that replaces a
 * call, so without this mark it would replace the call that stays again and again. */
#define COMPARED C_COLLATION_OID

/* Finds the function `type`_`verb` with `count` arguments in the schema of `within`; InvalidOid if
 * there is none or if the user may not call it. It looks in the catalog, not on the search path:
 * the user of a view need not have the schema on the path. */
static Oid find_sibling(Oid within, const char *type, const char *verb, int count)
{
    Oid types[] = {TIMESTAMPTZOID, TIMESTAMPTZOID};
    Oid function = GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid,
                                   CStringGetDatum(psprintf("%s_%s", type, verb)),
                                   PointerGetDatum(buildoidvector(types, count)),
                                   ObjectIdGetDatum(get_func_namespace(within)));
    if (OidIsValid(function) &&
        sortid_pg_may_execute(function, GetUserId(), ACL_EXECUTE) != ACLCHECK_OK) {
        return InvalidOid;
    }
    return function;
}

/* A call of such a function, reduced to a constant if its arguments are constants; NULL if there is
 * no such function. */
static Expr *bound(PlannerInfo *root, Oid within, const char *type, const char *verb, Oid result,
                   List *arguments)
{
    Oid function = find_sibling(within, type, verb, list_length(arguments));
    if (!OidIsValid(function)) {
        return NULL;
    }
    return (Expr *)eval_const_expressions(root, (Node *)makeFuncExpr(function, result, arguments,
                                                                     InvalidOid, InvalidOid,
                                                                     COERCE_EXPLICIT_CALL));
}

/* The two comparisons, with the operators of a family; NIL if there are none. */
static List *comparisons(PlannerInfo *root, FuncExpr *call, Oid family, const char *type)
{
    Expr *id = linitial(call->args);
    List *times = list_make2(lsecond(call->args), lthird(call->args));
    Oid of = exprType((Node *)id);
    Oid least = get_opfamily_member(family, of, of, BTGreaterEqualStrategyNumber);
    Oid most = get_opfamily_member(family, of, of, BTLessEqualStrategyNumber);
    Expr *lower = bound(root, call->funcid, type, "within_lower", of, times);
    Expr *upper = bound(root, call->funcid, type, "within_upper", of, copyObject(times));
    if (!OidIsValid(least) || !OidIsValid(most) || lower == NULL || upper == NULL) {
        return NIL;
    }
    return list_make2(
        make_opclause(least, BOOLOID, false, id, lower, InvalidOid, InvalidOid),
        make_opclause(most, BOOLOID, false, copyObject(id), upper, InvalidOid, InvalidOid));
}

/* The same with the default operators of the type. */
static List *default_comparisons(PlannerInfo *root, FuncExpr *call, const char *type)
{
    TypeCacheEntry *entry =
        lookup_type_cache(exprType(linitial(call->args)), TYPECACHE_BTREE_OPFAMILY);
    return OidIsValid(entry->btree_opf) ? comparisons(root, call, entry->btree_opf, type) : NIL;
}

/* ---- Instead of the call --------------------------------------------------------------------- */

static bool is_of_partitions(PlannerInfo *root, Node *id)
{
    return root != NULL && IsA(id, Var) && ((Var *)id)->varlevelsup == 0 &&
           !IS_SPECIAL_VARNO(((Var *)id)->varno) &&
           planner_rt_fetch(((Var *)id)->varno, root)->relkind == RELKIND_PARTITIONED_TABLE;
}

static bool has_plan(Node *node, void *context)
{
    return node != NULL && (IsA(node, SubPlan) || IsA(node, AlternativeSubPlan) ||
                            expression_tree_walker(node, has_plan, context));
}

/* Whether the arguments may be evaluated twice. The server has the same rule when it replaces a
 * function by its SQL. Here, subqueries that run once before the scan may also run twice if that
 * prunes partitions. */
static bool is_repeatable(PlannerInfo *root, List *arguments)
{
    QualCost cost;
    if (contain_volatile_functions((Node *)arguments)) {
        return false;
    }
    if (contain_subplans((Node *)arguments)) {
        Node *times = (Node *)list_make2(lsecond(arguments), lthird(arguments));
        return is_of_partitions(root, linitial(arguments)) && !contain_vars_of_level(times, 0) &&
               !has_plan(times, NULL);
    }
    cost_qual_eval(&cost, arguments, root);
    return cost.startup + cost.per_tuple <= 10 * cpu_operator_cost;
}

/* The comparisons for uuidv7_within are added only to prune partitions, because the estimate of the
 * call is better than that of the server's operators for uuid. */
static Node *simplify(SupportRequestSimplify *request, const char *type, bool is_lossy)
{
    FuncExpr *call = request->fcall;
    List *list;
    if (list_length(call->args) != 3 || !is_repeatable(request->root, call->args) ||
        (is_lossy && (call->inputcollid == COMPARED ||
                      !is_of_partitions(request->root, linitial(call->args))))) {
        return NULL;
    }
    list = default_comparisons(request->root, call, type);
    if (list != NIL && is_lossy) {
        FuncExpr *compared = copyObject(call);
        compared->inputcollid = COMPARED;
        list = lappend(list, compared);
    }
    return list == NIL ? NULL : (Node *)make_andclause(list);
}

/* ---- For a call that stays ------------------------------------------------------------------- */

static bool known_during_scan(SupportRequestIndexCondition *request, void *expression)
{
#if PG_VERSION_NUM >= 140000
    return is_pseudo_constant_for_index(request->root, expression, request->index);
#else
    return is_pseudo_constant_for_index(expression, request->index);
#endif
}

static Node *index_condition(SupportRequestIndexCondition *request, const char *type, bool is_lossy)
{
    FuncExpr *call = (FuncExpr *)request->node;
    Oid method = request->index->relam;
    List *list;
    if (!is_funcclause(request->node) || list_length(call->args) != 3 || request->indexarg != 0 ||
        call->inputcollid == COMPARED || (method != BTREE_AM_OID && method != BRIN_AM_OID) ||
        !known_during_scan(request, lsecond(call->args)) ||
        !known_during_scan(request, lthird(call->args))) {
        return NULL;
    }
    list = comparisons(request->root, call, request->opfamily, type);
    request->lossy = list == NIL || is_lossy;
    return (Node *)list;
}

static Node *selectivity(SupportRequestSelectivity *request, const char *type)
{
    FuncExpr call = {.xpr = {T_FuncExpr}, .funcid = request->funcid, .args = request->args};
    List *list;
    if (request->is_join || list_length(request->args) != 3) {
        return NULL;
    }
    list = default_comparisons(request->root, &call, type);
    if (list == NIL) {
        return NULL;
    }
    request->selectivity =
        sortid_pg_share_of(request->root, list, request->args, request->varRelid, true);
    return (Node *)request;
}

Node *sortid_pg_plan_within(Node *request, const char *type, bool is_lossy)
{
    if (IsA(request, SupportRequestSimplify)) {
        return simplify((SupportRequestSimplify *)request, type, is_lossy);
    }
    if (IsA(request, SupportRequestIndexCondition)) {
        return index_condition((SupportRequestIndexCondition *)request, type, is_lossy);
    }
    if (IsA(request, SupportRequestSelectivity)) {
        return selectivity((SupportRequestSelectivity *)request, type);
    }
    return NULL;
}
