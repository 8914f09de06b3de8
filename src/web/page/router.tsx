import {
  type ComponentProps,
  createContext,
  type ReactNode,
  startTransition,
  use,
  useLayoutEffect,
  useState,
} from "react";

/** The parts of the URL that select and fill a page. */
interface Place {
  pathname: string;
  search: string;
}

const PlaceContext = createContext<Place>({ pathname: "/", search: "" });

/** Keeps the shown place in sync with the browser's URL. A page stays until the next one is ready. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(placeNow);
  useLayoutEffect(() => {
    const follow = () => startTransition(() => setPlace(placeNow()));
    const onPop = () => mayLeave(location.href) && follow();
    addEventListener("popstate", onPop);
    addEventListener(navigated, follow);
    return () => {
      removeEventListener("popstate", onPop);
      removeEventListener(navigated, follow);
    };
  }, []);
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

/** The place of a request. `url` is its path with its query. */
export function StaticRouter({ url, children }: { url: string; children: ReactNode }) {
  const [pathname = "", query] = url.split("?", 2);
  return <PlaceContext value={{ pathname, search: query ? `?${query}` : "" }}>{children}</PlaceContext>;
}

export function useLocation(): Place {
  return use(PlaceContext);
}

/** `pushState` and `replaceState` fire no event: this one does. */
const navigated = "navigated";

/**
 * Fired before the page changes, with the target as its `detail`: cancelled, the page stays. Where the browser went back
 * or forward, its URL is the target already.
 */
export const leaving = "leaving";

function mayLeave(to: string): boolean {
  return dispatchEvent(new CustomEvent(leaving, { cancelable: true, detail: to }));
}

/** Navigates within the site, with a new history entry or replacing the present one. */
export function navigate(to: string, { replace = false } = {}): void {
  if (!mayLeave(to)) return;
  // As in browsers, navigating to the current URL adds no history entry.
  const isSame = new URL(to, location.href).href === location.href;
  history[replace || isSame ? "replaceState" : "pushState"](null, "", to);
  dispatchEvent(new Event(navigated));
}

/** A link within the site: a plain click navigates without loading a document. */
export function Link({ to, onClick, children, ...rest }: Omit<ComponentProps<"a">, "href"> & { to: string }) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        const { metaKey, altKey, ctrlKey, shiftKey } = event;
        if (event.defaultPrevented || event.button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return;
        event.preventDefault();
        navigate(to);
      }}
    >
      {children}
    </a>
  );
}

function placeNow(): Place {
  return { pathname: location.pathname, search: location.search };
}
