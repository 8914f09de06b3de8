import { copy, teamCopy } from "#copy/current.ts";
import { language } from "#copy/locale/language.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { paths } from "#contract/paths.ts";
import type { Member } from "#contract/auth/session.ts";
import { useSite } from "#web/page/page-data.ts";
import { LanguageLinks, Link, useLocation } from "#web/page/router.tsx";
import { languages, teamLanguages } from "#domain/languages.ts";
import { minute } from "#domain/time/durations.ts";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { useScrolled } from "#web/page/use-scrolled.ts";
import { Ball } from "#web/ui/ball.tsx";
import { Button, ButtonLink } from "#web/ui/buttons/button.tsx";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/panels/menu.tsx";
import { useChannelState } from "../channels/use-team-channels.ts";
import { newInquiries } from "../inbox/list/use-inquiries.ts";
import type { Area, SharedLink } from "./navigation.ts";
import { CommandsContext, createCommands } from "../commands/commands.ts";
import { NoticesArea } from "./notices-area.tsx";
import { ownPages } from "./own-pages.tsx";
import { AdminIcon } from "./icons.tsx";
import { PaletteButton } from "../commands/palette.tsx";
import { ShellSlotsContext } from "./page.tsx";
import { Avatar, personName } from "./person.tsx";

interface ShellProps {
  member: Member;
  /** The areas that the member may use; none while a second factor must be set up first. */
  areas: readonly Area[];
  /** The links that every page of the site shares. */
  links: readonly SharedLink[];
  onSignOut: () => void;
  /** Shown beside the search. */
  bell: ReactNode;
  /** Notices above every page, such as alarms. */
  notices: ReactNode;
  children: ReactNode;
}

/** The frame of the team's pages: at a desk a bar with the site's links and a sidebar, on phones two bars. */
export function Shell({ member, areas, links, onSignOut, bell, notices, children }: ShellProps) {
  const [views, setViews] = useState<HTMLElement | null>(null);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [showsMenu, setShowsMenu] = useState(false);
  const ready = useHydrated();
  const site = useSite();
  const { logo } = site.brands.home;
  const header = useScrolled();
  const slots = useMemo(() => ({ views, tools }), [views, tools]);
  const [commands] = useState(createCommands);
  const close = () => setShowsMenu(false);
  const { pathname, search } = useLocation();
  const menuAreas: ReadonlyArray<Pick<Area, "path" | "label" | "icon" | "also">> = [
    // These are in the menu instead of the bar on phones.
    ...areas.filter(({ onPhones }) => onPhones !== true),
    ...ownPages,
  ];
  const isInMenu = menuAreas.some((area) => currentArea(area, pathname) !== undefined);
  return (
    <CommandsContext value={commands}>
      <div className="site team" data-brand="home">
        <a className="skip" href="#main">
          {copy.layout.skip}
        </a>
        <header className="site-bar" ref={header}>
          <Link className="site-bar-brand" to={paths.home}>
            {logo === undefined ? <Ball /> : <img src={logo} alt="" width="24" height="24" />}
            <span>{site.brands.home.name}</span>
          </Link>
          {areas.length > 0 && <PaletteButton commands={commands} areas={[...areas, ...ownPages]} />}
          <div className="site-bar-tools" ref={setTools} />
          {bell}
          <nav className="site-bar-links" aria-label={copy.layout.main}>
            {links.map(({ path, label }) => (
              <Link key={path} to={path}>
                {label}
              </Link>
            ))}
          </nav>
          <ButtonLink className="get-started" variant="secondary" size="small" to={paths.contact}>
            {copy.layout.getStarted}
          </ButtonLink>
          <IconButton
            className="menu-button"
            label={copy.layout.menu}
            aria-haspopup="dialog"
            disabled={!ready}
            onClick={() => setShowsMenu(true)}
          >
            <Icon name="menu" />
          </IconButton>
        </header>
        <div className="sidebar">
          {areas.length > 0 && (
            <nav className="areas" aria-label={teamCopy.shell.admin}>
              <AreaLinks areas={areas} />
            </nav>
          )}
          <div className="views" ref={setViews} />
          <Account member={member} onSignOut={onSignOut} />
        </div>
        <ShellSlotsContext value={slots}>
          <main id="main" className="shell-main" tabIndex={-1}>
            <NoticesArea>{notices}</NoticesArea>
            {children}
          </main>
        </ShellSlotsContext>
        {areas.length > 0 && (
          <nav className="team-tabs" aria-label={teamCopy.shell.areasOnPhones}>
            <AreaLinks
              areas={areas
                .filter(({ onPhones }) => onPhones)
                .map((area) => ({ ...area, label: area.brief ?? area.label }))}
            />
            <button
              type="button"
              aria-haspopup="dialog"
              aria-current={isInMenu ? "true" : undefined}
              disabled={!ready}
              onClick={() => setShowsMenu(true)}
            >
              <AdminIcon name="more" />
              {teamCopy.shell.more}
            </button>
          </nav>
        )}
        <Dialog
          open={showsMenu}
          onClose={close}
          title={copy.layout.menuTitle}
          id="navigation-menu-title"
          className="sheet"
        >
          {showsMenu && (
            <>
              <div className="sheet-person">
                <Avatar email={member.email} size="large" />
                <Identity member={member} />
                <Button variant="secondary" onClick={onSignOut}>
                  {teamCopy.shell.signOut}
                </Button>
              </div>
              <h3>{teamCopy.shell.team}</h3>
              <ul className="sheet-links">
                {menuAreas.map(({ path, label, icon }) => (
                  <li key={path}>
                    <Link to={path} onClick={close}>
                      <AdminIcon name={icon} />
                      {label()}
                    </Link>
                  </li>
                ))}
                <li className="language-link">
                  <LanguageNow />
                </li>
                <li className="language-link">
                  <Icon name="globe" />
                  <LanguageLinks path={pathname + search} codes={teamLanguages} />
                </li>
              </ul>
              <h3>{site.brands.home.name}</h3>
              <ul className="sheet-links">
                {links.map(({ path, label, icon }) => (
                  <li key={path}>
                    <Link to={path} onClick={close}>
                      <Icon name={icon} />
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
              <ButtonLink variant="secondary" to={paths.contact} onClick={close}>
                {copy.layout.getStarted}
              </ButtonLink>
            </>
          )}
        </Dialog>
      </div>
    </CommandsContext>
  );
}

/** The value of `aria-current` for an area's link. */
function currentArea({ path, also }: Pick<Area, "path" | "also">, pathname: string): "page" | "true" | undefined {
  if (path === pathname) return "page";
  return also?.includes(pathname) === true ? "true" : undefined;
}

function AreaLinks({ areas }: { areas: readonly Area[] }) {
  const { pathname } = useLocation();
  const counts = useCounts();
  return areas.map((area) => {
    const { path, label, icon } = area;
    const { count, what } = counts[path] ?? {};
    return (
      <Link key={path} to={path} aria-current={currentArea(area, pathname)}>
        <AdminIcon name={icon} />
        <span className="area-label">{label()}</span>
        {count !== undefined && count > 0 && (
          <span className="count">
            {count > 999 ? "999+" : count}
            <span className="visually-hidden"> {what}</span>
          </span>
        )}
      </Link>
    );
  });
}

/** Returns what waits in each area, by its path. */
function useCounts(): Record<string, { count: number | undefined; what: string }> {
  const { data: inbox } = useQuery({
    ...newInquiries,
    refetchInterval: minute,
  });
  const { data: channels } = useChannelState();
  return {
    [paths.inbox]: { count: inbox?.counts.new, what: teamCopy.shell.newInquiries },
    [paths.channels]: { count: channels?.proposals.length, what: teamCopy.shell.waitingProposals },
  };
}

/** Menu with the member who is signed in, and the links that concern them alone. */
function Account({ member, onSignOut }: { member: Member; onSignOut: () => void }) {
  const ready = useHydrated();
  const { pathname, search } = useLocation();
  return (
    <Menu
      className="account"
      button={
        <>
          <Avatar email={member.email} />
          <Identity member={member} />
          <AdminIcon name="more" />
        </>
      }
    >
      <p>{member.email}</p>
      {ownPages.map(({ path, label, icon }) => (
        <Link key={path} to={path}>
          <AdminIcon name={icon} />
          {label()}
        </Link>
      ))}
      <hr />
      <span className="language-link">
        <LanguageNow />
      </span>
      <span className="language-link">
        <Icon name="globe" />
        <LanguageLinks path={pathname + search} codes={teamLanguages} />
      </span>
      <hr />
      <MenuItem disabled={!ready} onClick={onSignOut}>
        <AdminIcon name="leave" />
        {teamCopy.shell.signOut}
      </MenuItem>
    </Menu>
  );
}

/** The language that the page is in, marked as the current one. */
function LanguageNow() {
  return (
    <>
      <Icon name="check" />
      <strong lang={language} aria-current="true">
        {languages[language].name}
      </strong>
    </>
  );
}

function Identity({ member: { email, role } }: { member: Member }) {
  return (
    <span className="identity">
      <span className="visually-hidden">{teamCopy.shell.signedInAs(email)}</span>
      <strong aria-hidden="true">{personName(email)}</strong>
      <small>{teamCopy.shell.roles[role]}</small>
    </span>
  );
}
