/* SPDX-License-Identifier: MIT */
/* within.c: lets the planner use an index for TYPE_within(id, since, until). The index condition
 *   id >= TYPE_within_first(since) and id <= TYPE_within_last(since, until)
 * is true for the same IDs, so no row is checked again (except for uuidv7, whose values may be UUIDs of
 * other versions), and it gives the number of rows to expect. If a
 * time range contains no ID, TYPE_within_last is NULL. The planner calls it through the support functions
 * of the types. */
#include "sortid_pg.h"

#include <access/stratnum.h>
#include <catalog/pg_am.h>
#include <catalog/pg_proc.h>
#include <catalog/pg_type.h>
#include <miscadmin.h>
#include <nodes/makefuncs.h>
#include <nodes/nodeFuncs.h>
#include <nodes/supportnodes.h>
#include <optimizer/cost.h>
#include <optimizer/optimizer.h>
#include <utils/acl.h>
#include <utils/builtins.h>
#include <utils/lsyscache.h>
#include <utils/syscache.h>
#include <utils/typcache.h>

#if PG_VERSION_NUM >= 160000
#define may_execute(function, user, mode) object_aclcheck(ProcedureRelationId, function, user, mode)
#else
#define may_execute pg_proc_aclcheck
#endif

/* Finds the function `type`_`verb` with `count` arguments in the schema of `within`; InvalidOid if there
 * is none or if the user may not call it. It looks in the catalog, not on the search path: the user of a
 * view need not have the schema on the path. */
static Oid find_sibling(Oid within, const char *type, const char *verb, int count)
{
    Oid types[] = {TIMESTAMPTZOID, TIMESTAMPTZOID};
    Oid function = GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid,
                                   CStringGetDatum(psprintf("%s_%s", type, verb)),
                                   PointerGetDatum(buildoidvector(types, count)),
                                   ObjectIdGetDatum(get_func_namespace(within)));
    if (OidIsValid(function) && may_execute(function, GetUserId(), ACL_EXECUTE) != ACLCHECK_OK) {
        return InvalidOid;
    }
    return function;
}

/* A call of such a function, reduced to a constant if its arguments are constants; NULL if there is no such
 * function. */
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

/* The two conditions that are equivalent to a call, with the operators of a family; NIL if there are none. */
static List *conditions(PlannerInfo *root, FuncExpr *call, Oid family, const char *type)
{
    Expr *id = linitial(call->args);
    Node *from = lsecond(call->args);
    Oid of = exprType((Node *)id);
    Oid least = get_opfamily_member(family, of, of, BTGreaterEqualStrategyNumber);
    Oid most = get_opfamily_member(family, of, of, BTLessEqualStrategyNumber);
    Expr *first = bound(root, call->funcid, type, "within_first", of, list_make1(from));
    Expr *last = bound(root, call->funcid, type, "within_last", of,
                       list_make2(copyObject(from), lthird(call->args)));
    if (!OidIsValid(least) || !OidIsValid(most) || first == NULL || last == NULL) {
        return NIL;
    }
    return list_make2(
        make_opclause(least, BOOLOID, false, id, first, InvalidOid, InvalidOid),
        make_opclause(most, BOOLOID, false, copyObject(id), last, InvalidOid, InvalidOid));
}

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
        (method != BTREE_AM_OID && method != BRIN_AM_OID) ||
        !known_during_scan(request, lsecond(call->args)) ||
        !known_during_scan(request, lthird(call->args))) {
        return NULL;
    }
    list = conditions(request->root, call, request->opfamily, type);
    request->lossy = list == NIL || is_lossy;
    return (Node *)list;
}

static Node *selectivity(SupportRequestSelectivity *request, const char *type)
{
    FuncExpr call = {.xpr = {T_FuncExpr}};
    List *list;
    TypeCacheEntry *entry;
    if (request->is_join || list_length(request->args) != 3) {
        return NULL;
    }
    call.funcid = request->funcid;
    call.args = request->args;
    entry = lookup_type_cache(exprType(linitial(request->args)), TYPECACHE_BTREE_OPFAMILY);
    list = OidIsValid(entry->btree_opf) ? conditions(request->root, &call, entry->btree_opf, type)
                                        : NIL;
    if (list == NIL) {
        return NULL;
    }
    request->selectivity = clauselist_selectivity(request->root, list, request->varRelid,
                                                  request->jointype, request->sjinfo);
    return (Node *)request;
}

Node *sortid_pg_plan_within(Node *request, const char *type, bool is_lossy)
{
    if (IsA(request, SupportRequestIndexCondition)) {
        return index_condition((SupportRequestIndexCondition *)request, type, is_lossy);
    }
    if (IsA(request, SupportRequestSelectivity)) {
        return selectivity((SupportRequestSelectivity *)request, type);
    }
    return NULL;
}
