import { useEffect } from "react";
import { Spinner } from "./spinner.tsx";

/** A step back in the history can lead to a page of one person's from another document, which says nothing of it. */
export function FetchDocument() {
  useEffect(() => location.reload(), []);
  return <Spinner text="Loading..." />;
}
