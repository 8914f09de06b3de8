import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Link, navigate } from "./router.tsx";

let steps: string[];
beforeEach(() => {
  steps = [];
  vi.stubGlobal("location", { href: "https://desk.example/contact?tab=community" });
  vi.stubGlobal("scrollY", 40);
  vi.stubGlobal("history", {
    pushState: (_data: null, _title: string, address: string) => steps.push(`push ${address}`),
    replaceState: (data: number | null, _title: string, address?: string) =>
      steps.push(address === undefined ? `leave at ${data}` : `replace ${address}`),
  });
  vi.stubGlobal("dispatchEvent", () => true);
});
afterEach(() => vi.unstubAllGlobals());

describe("navigation within the site", () => {
  it("adds a step to go back from, unless it replaces", () => {
    navigate("/verify");
    navigate("/verify", { replace: true });
    expect(steps).toEqual(["leave at 40", "push /verify", "replace /verify"]);
  });

  it("adds none for the address that is shown already", () => {
    navigate("/contact?tab=community");
    navigate("/contact");
    expect(steps).toEqual(["replace /contact?tab=community", "leave at 40", "push /contact"]);
  });
});

describe("a link", () => {
  /** Whether a click was handled here, rather than left to the browser. */
  function isHandled(click: object): boolean {
    const event = { button: 0, defaultPrevented: false, preventDefault: vi.fn<() => void>(), ...click };
    Link({ to: "/verify", children: "Verify" }).props.onClick(event);
    expect(steps).toEqual(event.preventDefault.mock.calls.length > 0 ? ["leave at 40", "push /verify"] : []);
    return steps.length > 0;
  }

  it("shows its page without loading a document", () => {
    expect(isHandled({})).toBe(true);
  });

  it.each(["metaKey", "altKey", "ctrlKey", "shiftKey"])("is left to the browser with %s, as for a new tab", (key) => {
    expect(isHandled({ [key]: true })).toBe(false);
  });

  it.each([{ button: 1 }, { defaultPrevented: true }])("is left alone at %o", (click) => {
    expect(isHandled(click)).toBe(false);
  });
});
