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
    follow = () => startTransition(() => setPlace(placeNow()));
    const onPop = () => isKept(location.href) || follow();
    addEventListener("popstate", onPop);
    return () => removeEventListener("popstate", onPop);
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

/** Shows the browser's URL; set by the router, of which a page has one. `pushState` fires no event. */
let follow = () => {};

/**
 * Asked before the page changes, with the target: if one returns true, the page stays. Where the browser went back or
 * forward, its URL is the target already.
 */
export const guards = new Set<(target: string) => boolean>();

const isKept = (target: string) => [...guards].some((keeps) => keeps(target));

/** Navigates within the site, with a new history entry or replacing the present one. */
export function navigate(to: string, { replace = false } = {}): void {
  if (isKept(to)) return;
  // As in browsers, navigating to the current URL adds no history entry.
  const isSame = new URL(to, location.href).href === location.href;
  history[replace || isSame ? "replaceState" : "pushState"](null, "", to);
  follow();
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
