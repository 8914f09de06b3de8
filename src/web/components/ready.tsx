import { useEffect } from "react";

/** Marks `<html>` with `data-ready` once scripts have taken over the page. */
export function Ready() {
  useEffect(() => {
    document.documentElement.dataset["ready"] = "";
  }, []);
  return null;
}
