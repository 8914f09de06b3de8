import { AliasNode, type CompiledQuery, type Logger, type OperationNode, TableNode } from "kysely";

/** A statement that has ended: its kind and table, never its text or values. */
export interface Statement {
  kind: string;
  table: string | undefined;
  ms: number;
  failed: boolean;
}

/** Tells `ended` about each statement. */
export function statementLog(ended: (statement: Statement) => void): Logger {
  return ({ level, query, queryDurationMillis: ms }) =>
    ended({ kind: kindOf(query), table: tableOf(query.query), ms, failed: level === "error" });
}

/** The first word is of the code: values and names of a statement stand later. */
function kindOf({ query, sql }: CompiledQuery): string {
  const built = /^(Select|Insert|Update|Delete)QueryNode$/.exec(query.kind)?.[1];
  return (built ?? /^\s*([a-z]+)/i.exec(sql)?.[1] ?? "other").toUpperCase();
}

/** The table that a built statement reads first, or writes. */
function tableOf(query: CompiledQuery["query"]): string | undefined {
  let node: OperationNode | undefined;
  if (query.kind === "InsertQueryNode") node = query.into;
  else if (query.kind === "UpdateQueryNode") node = query.table;
  else if (query.kind === "SelectQueryNode" || query.kind === "DeleteQueryNode") node = query.from?.froms[0];
  if (node !== undefined && AliasNode.is(node)) ({ node } = node);
  return node !== undefined && TableNode.is(node) ? node.table.identifier.name : undefined;
}
