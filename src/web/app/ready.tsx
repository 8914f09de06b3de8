import { useEffect } from "react";

/** Sets `data-ready` on `<html>` once the page is hydrated. */
export function Ready() {
  useEffect(() => {
    document.documentElement.dataset["ready"] = "";
  }, []);
  return null;
}
