import { copy } from "#copy/current.ts";
import { useEffect } from "react";
import { Spinner } from "../messages/spinner.tsx";

/**
 * A step back in the history can lead from another document to a person's private page, whose data that document lacks.
 */
export function FetchDocument() {
  useEffect(() => location.reload(), []);
  return <Spinner text={copy.ui.loading} />;
}
