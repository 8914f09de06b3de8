import { eraseDrafts } from "../inbox/inquiry/drafts/drafts.ts";

let channel: BroadcastChannel | undefined;

/** One per page: a channel does not receive its own messages, and the page that signs out navigates itself. */
function signOutChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  return (channel ??= new BroadcastChannel("front-desk-sign-out"));
}

/** Removes the member's drafts once their session is over, and makes the browser's other tabs leave. */
export function eraseMemberData(): void {
  eraseDrafts();
  signOutChannel()?.postMessage("signed out");
}

/**
 * Calls `leave` when the member signs out in another tab, since nobody may see this page then. Returns the function
 * that unsubscribes.
 */
export function onSignOut(leave: () => void): () => void {
  const heard = signOutChannel();
  heard?.addEventListener("message", leave);
  return () => heard?.removeEventListener("message", leave);
}

/** Leaves the page without the unsaved-changes prompt: nobody is signed in any more. */
export function leaveSignedOut(go: () => void): void {
  addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true });
  go();
}
