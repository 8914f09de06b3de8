import { type ReactNode, useEffect, useRef } from "react";
import type { BrandName } from "#contract/site.ts";
import { useSite } from "../page/page-data.ts";
import { Link, useLocation } from "../page/router.tsx";
import { paths } from "#contract/paths.ts";
import { navigation } from "./pages.tsx";
import { Icon } from "../ui/icon.tsx";
import { useMoveToTop } from "./move-to-top.ts";
import { ButtonLink } from "#web/ui/button.tsx";

/** Scroll position, in pixels, from which the header takes its scrolled style. */
const scrolledPast = 20;

/** What every page shares: the top navigation, the phone menu and tab bar, the footer. */
export function Layout({ brand, children }: { brand: BrandName; children: ReactNode }) {
  const site = useSite();
  const main = useRef<HTMLElement>(null);
  useMoveToTop(main);
  return (
    <div className="site" data-brand={brand}>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Header name={site.brands[brand].name} />
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <footer>
        <div className="seam" />
        <p>
          {site.legal.operator}. For adults only (18+). <Link to={paths.terms}>Terms</Link>{" "}
          <Link to={paths.privacy}>Privacy</Link> <Link to={paths.verify}>Is this really you?</Link>
        </p>
      </footer>
      <nav className="tab-bar" aria-label="Pages">
        <NavigationLinks withIcons />
      </nav>
    </div>
  );
}

function Header({ name }: { name: string }) {
  const { pathname } = useLocation();
  const header = useRef<HTMLElement>(null);
  useEffect(() => {
    const mark = () => header.current?.toggleAttribute("data-scrolled", scrollY > scrolledPast);
    mark();
    addEventListener("scroll", mark, { passive: true });
    return () => removeEventListener("scroll", mark);
  }, []);
  return (
    <header className="top" ref={header}>
      <div className="bar">
        <Link className="brand" to={paths.home}>
          <span className="ball" />
          <span>{name}</span>
        </Link>
        <nav className="links" aria-label="Main">
          <NavigationLinks />
        </nav>
        <ButtonLink size="small" to={paths.contact}>
          Get Started
        </ButtonLink>
        <Menu key={pathname} />
      </div>
    </header>
  );
}

/**
 * A `details` element, so that it works without scripts; with them it closes after a choice. Remounted on each page.
 */
function Menu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute("open");

  useEffect(() => {
    const details = menu.current;
    if (details === null) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !details.open) return;
      details.open = false;
      details.querySelector("summary")?.focus();
    };
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !details.contains(event.target)) details.open = false;
    };
    addEventListener("keydown", onKey);
    addEventListener("pointerdown", onPress);
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener("pointerdown", onPress);
    };
  }, []);

  return (
    <details className="menu" ref={menu}>
      <summary aria-label="Menu">
        <Icon name="menu" />
      </summary>
      <nav aria-labelledby="menu-title">
        <h2 id="menu-title">Navigation Menu</h2>
        <NavigationLinks withIcons onPress={close} />
      </nav>
    </details>
  );
}

function NavigationLinks({ withIcons = false, onPress }: { withIcons?: boolean; onPress?: () => void }) {
  const { pathname } = useLocation();
  return navigation.map(({ path, label, icon }) => (
    <Link key={path} to={path} aria-current={path === pathname ? "page" : undefined} onClick={onPress}>
      {withIcons && <Icon name={icon} />}
      {label}
    </Link>
  ));
}
