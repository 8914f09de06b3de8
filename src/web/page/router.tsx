import {
  type ComponentProps,
  createContext,
  type ReactNode,
  startTransition,
  use,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { pathIn } from "#contract/paths.ts";
import { copy } from "#copy/current.ts";
import { language } from "#copy/locale/language.ts";
import { defaultLanguage, type Language, languages } from "#domain/languages.ts";
import { preferredLanguage } from "./preferred-language.ts";
import { useDismiss } from "./use-dismiss.ts";
import { useHydrated } from "./use-hydrated.ts";

/** The parts of the URL that select and fill a page; `pathname` is that of the default language. */
interface Place {
  pathname: string;
  search: string;
}

const PlaceContext = createContext<Place>({ pathname: "/", search: "" });

/** Keeps the shown place in sync with the browser's URL. A page stays until the next one is ready. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(placeNow);
  const { pathname } = place;
  useLayoutEffect(() => {
    follow = () => {
      const next = placeNow();
      // A step within a page is shown at once: text typed next belongs to what was just opened.
      if (next.pathname === pathname) setPlace(next);
      else startTransition(() => setPlace(next));
    };
    const onPop = () => isKept(location.href) || follow();
    addEventListener("popstate", onPop);
    return () => removeEventListener("popstate", onPop);
  }, [pathname]);
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

/** The place of a request. `url` is its path with its query. */
export function StaticRouter({ url, children }: { url: string; children: ReactNode }) {
  const [address = "", query] = url.split("?", 2);
  const pathname = plainPath(address);
  return <PlaceContext value={{ pathname, search: query ? `?${query}` : "" }}>{children}</PlaceContext>;
}

export function useLocation(): Place {
  return use(PlaceContext);
}

/** Shows the browser's URL; set by the router, of which a page has one. `pushState` fires no event. */
let follow = () => {};

/**
 * Called before the page changes, with the target: if one returns true, the page stays. Where the browser went back or
 * forward, its URL is the target already.
 */
export const guards = new Set<(target: string) => boolean>();

const isKept = (target: string) => [...guards].some((keeps) => keeps(target));

/** The address of a page of the site, in the language of this document. */
export const here = (path: string) => (language === defaultLanguage ? path : pathIn(language, path));

/** The path that the browser shows, as it is in the default language. */
export const pathHere = () => plainPath(location.pathname);

/** A path as it is in the default language. */
export function plainPath(address: string): string {
  return language === defaultLanguage ? address : address.slice(language.length + 1) || "/";
}

/** Navigates within the site, with a new history entry or replacing the present one. */
export function navigate(path: string, { replace = false } = {}): void {
  const target = here(path);
  if (isKept(target)) return;
  // Navigating to the current URL adds no history entry, as in browsers.
  const isSame = new URL(target, location.href).href === location.href;
  const isStep = !replace && !isSame;
  // Stores the position that a step back scrolls to.
  if (isStep) history.replaceState(scrollY, "");
  history[isStep ? "pushState" : "replaceState"](null, "", target);
  follow();
}

/** A link within the site: a plain click navigates without loading a document. */
export function Link({ to, onClick, children, ...rest }: Omit<ComponentProps<"a">, "href"> & { to: string }) {
  return (
    <a
      {...rest}
      href={here(to)}
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

interface LanguageProps {
  /** The page's path in the default language, with its query. */
  path: string;
  /** The languages that the page has. */
  codes: readonly Language[];
}

/**
 * The page in each language, to unfold. For a browser that prefers another one, its link stands before, with `linkIcon`
 * where the menu is hidden then.
 */
export function LanguageMenu(props: LanguageProps & Record<"icon" | "chevron", ReactNode> & { linkIcon?: ReactNode }) {
  const { path, codes, icon, chevron, linkIcon } = props;
  const menu = useRef<HTMLDetailsElement>(null);
  useDismiss(menu);
  const isHydrated = useHydrated();
  const { name } = languages[language];
  const asked = isHydrated ? preferredLanguage(codes) : undefined;
  return (
    <>
      {asked !== undefined && asked !== language && (
        <LanguageLink code={asked} path={path} text={languages[asked].suggestion} icon={linkIcon} />
      )}
      <details className="languages" ref={menu}>
        <summary aria-label={`${copy.layout.language}: ${name}`}>
          {icon}
          <strong>{name}</strong>
          {chevron}
        </summary>
        <div>
          <p>{copy.layout.language}</p>
          <span>{`${name} ✓`}</span>
          <LanguageLinks path={path} codes={codes} />
        </div>
      </details>
    </>
  );
}

/**
 * Links to a page in the other languages. They load a document, which has its own scripts; nothing remembers the
 * choice.
 */
export function LanguageLinks({ path, codes }: LanguageProps) {
  return codes
    .filter((code) => code !== language)
    .map((code) => <LanguageLink key={code} code={code} path={path} text={languages[code].name} />);
}

/** The fragment that a page has taken out of the address, for the page in another language. */
export const taken = { hash: "" };

function LanguageLink(props: { code: Language; path: string; text: string; icon?: ReactNode }) {
  const { code, path, text, icon } = props;
  return (
    <a
      href={pathIn(code, path)}
      lang={code}
      onClick={({ currentTarget }) => {
        currentTarget.hash = location.hash || taken.hash;
      }}
    >
      {icon}
      {icon ? <strong>{text}</strong> : text}
    </a>
  );
}

function placeNow(): Place {
  return { pathname: pathHere(), search: location.search };
}
