import { copy } from "#copy/current.ts";
import { type ComponentProps, type ReactNode, useRef } from "react";
import type { BrandName, PageSite } from "#contract/site/site.ts";
import { usePageData, useSite } from "../page/page-data.ts";
import { LanguageLinks, LanguageMenu, Link, useLocation } from "../page/router.tsx";
import { communityTab, paths } from "#contract/paths.ts";
import { languageCodes, teamLanguages } from "#domain/languages.ts";
import { navigation, pageAt, pages } from "./pages.tsx";
import { Icon, Official } from "../ui/icon.tsx";
import { useScrolled } from "../page/use-scrolled.ts";
import { prefersNoMotion } from "./move-to-top.ts";
import { Ball } from "../ui/ball.tsx";
import { buttonClass } from "../ui/buttons/button.tsx";
import { SiteNotices } from "./site-notices.tsx";
import { langOf } from "../ui/text-language.ts";
import { useDismiss } from "../page/use-dismiss.ts";

/** Longer names are set smaller, in two lines. */
const longName = 20;

/**
 * The layout of every page: the top navigation, the phone menu and tab bar, the footer. `address` is that of a document
 * that is no page of the app, to read it in another language. `toasts` is where they appear.
 */
export function Layout(props: { brand: BrandName; address?: string; toasts?: ReactNode; children: ReactNode }) {
  const { brand, address, toasts, children } = props;
  const site = useSite();
  const { pathname, search } = useLocation();
  const { tagline } = site.brands[brand];
  const { receipt, accepted } = usePageData();
  const isTeams = pages[pageAt(pathname)].audience === "team";
  const codes = isTeams ? teamLanguages : languageCodes;
  // No page of visitors shows anything else of its address: all get the same.
  const isShown = isTeams || search === communityTab || receipt || accepted;
  const path = address ?? (pageAt(pathname) === "notFound" ? paths.home : pathname + (isShown ? search : ""));
  const page = { path, codes };
  /** The hero of these pages has the official line. */
  const hasHero = pathname === paths.home || pathname === paths.contact;
  const menu = { ...page, icon: <Icon name="globe" />, chevron: <Icon name="chevron" /> };
  return (
    <div className="site" data-brand={brand}>
      <a className="skip" href="#main">
        {copy.layout.skip}
      </a>
      <Header {...site.brands[brand]} page={page} languages={<LanguageMenu {...menu} />} />
      <main id="main" tabIndex={-1}>
        {toasts}
        <div className="links language-row full">
          {hasHero || isTeams || <Official />}
          <LanguageMenu {...menu} linkIcon={menu.icon} />
        </div>
        <SiteNotices />
        {children}
      </main>
      <footer>
        <div className="wrap">
          {/* The tagline is only where the name is introduced: each byte counts on the legal pages. */}
          {hasHero && <p lang={langOf(tagline)}>{tagline}</p>}
          <p>{copy.layout.adults(site.legal.operator, site.legal.minimumAge)}</p>
          {/* The longest comes first, and the others together: where it takes a line, none hangs alone below it. */}
          <Link to={paths.verify}>{copy.verify.title}</Link>
          <span>
            <Link to={paths.terms}>{copy.layout.terms}</Link>
            <Link to={paths.privacy}>{copy.layout.privacy}</Link>
          </span>
        </div>
      </footer>
      <nav className="tab-bar" aria-label={copy.layout.pages}>
        <NavigationLinks withIcons />
      </nav>
    </div>
  );
}

/** `page` is the page, to read it in one of the languages `codes`. */
function Header(
  props: PageSite["brands"][BrandName] & { page: ComponentProps<typeof LanguageLinks>; languages: ReactNode },
) {
  const { name, logo, page, languages } = props;
  const { pathname } = useLocation();
  const header = useScrolled();
  return (
    <header className="top" ref={header}>
      <div className="bar">
        <Link className={name.length > longName ? "brand long" : "brand"} to={paths.home}>
          {logo === undefined ? <Ball /> : <img src={logo} alt="" width="32" height="32" />}
          <span>{name}</span>
        </Link>
        <nav className="links" aria-label={copy.layout.main}>
          <NavigationLinks />
          {languages}
        </nav>
        <ContactLink className={buttonClass("tonal", "small", "get-started")}>{copy.layout.getStarted}</ContactLink>
        <Menu key={pathname} {...page} />
      </div>
    </header>
  );
}

/**
 * A `details` element, so that it works without scripts; with them it closes after a choice. Remounted on each page.
 */
function Menu(page: ComponentProps<typeof LanguageLinks>) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute("open");

  useDismiss(menu);
  return (
    <details className="menu" ref={menu}>
      <summary aria-label={copy.layout.menu}>
        <Icon name="menu" />
      </summary>
      <nav aria-labelledby="menu-title">
        <h2 id="menu-title">{copy.layout.menuTitle}</h2>
        <NavigationLinks withIcons onPress={close} />
        <LanguageLinks {...page} />
      </nav>
    </details>
  );
}

function NavigationLinks({ withIcons = false, onPress }: { withIcons?: boolean; onPress?: () => void }) {
  const { pathname } = useLocation();
  return navigation.map(({ path, label, icon }) => {
    const Target = path === paths.contact ? ContactLink : Link;
    return (
      <Target
        key={path}
        to={path}
        aria-current={path === pathname ? "page" : isWithin(path, pathname) ? "true" : undefined}
        data-label={withIcons ? undefined : label()}
        onClick={onPress}
      >
        {withIcons && <Icon name={icon} />}
        {label()}
      </Target>
    );
  });
}

/** Whether a page belongs to the one at `path`. */
function isWithin(path: string, pathname: string): boolean {
  return path === paths.contact && pathname === paths.message;
}

/** Leads to the contact page, and on that page to its channels. */
function ContactLink({ children, onClick, ...rest }: Omit<ComponentProps<typeof Link>, "to">) {
  const { pathname } = useLocation();
  return (
    <Link
      {...rest}
      to={paths.contact}
      onClick={(event) => {
        onClick?.(event);
        const channels = pathname === paths.contact ? document.getElementById("channels") : null;
        if (channels === null) return;
        event.preventDefault();
        channels.scrollIntoView({ behavior: prefersNoMotion() ? "instant" : "smooth" });
      }}
    >
      {children}
    </Link>
  );
}
