import { useId, useLayoutEffect, useState } from "react";
import { guards, here, navigate, plainPath, useLocation } from "#web/page/router.tsx";
import { teamCopy } from "#copy/current.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Makes the browser ask before the tab closes, and the sign-out too, while it `isNeeded`. */
export function useAskBeforeClose(isNeeded: boolean): void {
  useLayoutEffect(() => {
    if (!isNeeded) return undefined;
    const ask = (event: Event) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isNeeded]);
}

/** Set while the member leaves: they were asked once, for all forms of the page. */
let isLeaving = false;

/**
 * Asks before unsaved changes of a page are left by a link or by going back; the browser itself asks before the tab
 * closes. Another view of the same page is not asked about: the page keeps what was typed. `about` says what would be
 * lost.
 */
export function UnsavedGuard(props: { isChanged: boolean; about?: string }) {
  const { isChanged, about = teamCopy.forms.unsaved.about } = props;
  const id = useId();
  const { pathname, search } = useLocation();
  const [target, setTarget] = useState<string>();

  // Set before the change is painted.
  useLayoutEffect(() => {
    if (!isChanged) return undefined;
    const keepPage = (address: string) => {
      const next = new URL(address, location.href);
      const path = plainPath(next.pathname);
      if (isLeaving || path === pathname) return false;
      setTarget(path + next.search + next.hash);
      // The browser went back or forward: the page stays, and so does its address.
      if (plainPath(location.pathname) !== pathname) history.pushState(null, "", here(pathname + search));
      return true;
    };
    guards.add(keepPage);
    return () => {
      guards.delete(keepPage);
    };
  }, [isChanged, pathname, search]);
  useAskBeforeClose(isChanged);

  function leave() {
    if (target === undefined) return;
    isLeaving = true;
    navigate(target);
    // The next page may still load, and the member may come back before it shows.
    isLeaving = false;
  }

  return (
    <ConfirmDialog
      open={target !== undefined}
      title={teamCopy.forms.unsaved.title}
      id={`unsaved-${id}`}
      action={teamCopy.forms.unsaved.leave}
      onConfirm={leave}
      onClose={() => setTarget(undefined)}
    >
      {about}
    </ConfirmDialog>
  );
}

/**
 * Guards against losing typed text by Escape and the like: `leave` runs `onDiscard` at once if nothing was typed, and
 * asks otherwise. `question` is to be rendered outside of a form.
 */
export function useDiscard(isTyped: boolean, onDiscard: () => void) {
  const id = useId();
  const [asking, setAsking] = useState(false);
  const question = (
    <ConfirmDialog
      open={asking}
      title={teamCopy.forms.discard.title}
      id={`discard-${id}`}
      action={teamCopy.forms.discard.action}
      onConfirm={() => {
        setAsking(false);
        onDiscard();
      }}
      onClose={() => setAsking(false)}
    >
      {teamCopy.forms.discard.about}
    </ConfirmDialog>
  );
  return { leave: () => (isTyped ? setAsking(true) : onDiscard()), question };
}
