import { useCallback, useState } from "react";

/** The rows whose forms are open, by their ids, as they were then. */
type RowsInEdit<Row> = ReadonlyMap<string, Row>;

export interface Editing<Row> {
  rows: RowsInEdit<Row>;
  edit: (row: Row) => void;
  close: (id: string) => void;
}

/** Edits rows in their places in a list, any number at once. `idOf` keeps its identity. */
export function useRowsInEdit<Row>(idOf: (row: Row) => string): Editing<Row> {
  const [rows, setRows] = useState<RowsInEdit<Row>>(() => new Map());
  const edit = useCallback(
    (row: Row) => setRows((open) => (open.has(idOf(row)) ? open : new Map([...open, [idOf(row), row]]))),
    [idOf],
  );
  const close = useCallback(
    (id: string) => setRows((open) => new Map([...open].filter(([other]) => other !== id))),
    [],
  );
  return { rows, edit, close };
}

/**
 * Returns the rows that a search leaves. Those in edit stay, in their places; last come those that a colleague has
 * deleted meanwhile.
 */
export function withRowsInEdit<Row>(props: {
  all: readonly Row[];
  inEdit: RowsInEdit<Row>;
  idOf: (row: Row) => string;
  isFound: (row: Row) => boolean;
}): Row[] {
  const { all, inEdit, idOf, isFound } = props;
  const shown = all.filter((row) => inEdit.has(idOf(row)) || isFound(row));
  if (inEdit.size === 0) return shown;
  const listed = new Set(all.map(idOf));
  return [...shown, ...[...inEdit.values()].filter((row) => !listed.has(idOf(row)))];
}
