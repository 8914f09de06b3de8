import { teamCopy } from "#copy/current.ts";
import { type KeyboardEvent, useRef, useState, useSyncExternalStore } from "react";
import { paths } from "#contract/paths.ts";
import { navigate } from "#web/page/router.tsx";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { useOptionKeys } from "../forms/use-option-keys.ts";
import type { Area } from "../shell/navigation.ts";
import { useToast } from "#web/ui/messages/toast.tsx";
import { type Command, type CommandMenu, type Commands, useCommands } from "./commands.ts";
import { useFound, useFoundInquiries } from "./use-found.ts";
import { keyLabel, useKeyboard, useSingleKeys } from "./keyboard.ts";
import { useChangeOwnSettings, useClosingEnter } from "../own-settings/use-own-settings.ts";
import { AdminIcon } from "../shell/icons.tsx";

/** All commands, those with keys, or those of a menu. */
type Shown = "all" | "keys" | CommandMenu;

/** Opens the palette, and holds it: every command of the page and the shell. Ctrl K opens it, too. */
export function PaletteButton({ commands, areas }: { commands: Commands; areas: readonly Omit<Area, "only">[] }) {
  const [shows, setShows] = useState<Shown>();
  const [keysAreOn, switchKeys] = useSingleKeys();
  const toast = useToast();
  const ready = useHydrated();
  const chosen = useRef<Command>(undefined);
  useKeyboard({
    commands,
    isOn: keysAreOn && ready,
    onPalette: () => setShows("all"),
    onCommand: ({ opens, run }) => (opens === undefined ? run?.("key") : setShows(opens)),
    onProblem: (sentence) => toast("error", sentence),
  });
  useCommands([
    ...areas.map(({ path, label, icon }) => ({
      group: teamCopy.commands.goTo,
      label: label(),
      icon,
      run: () => navigate(path),
    })),
    {
      group: teamCopy.commands.help,
      label: teamCopy.commands.allKeys,
      icon: "key",
      keys: ["?"],
      run: () => setShows("keys"),
    },
  ]);

  function onClosed() {
    setShows(undefined);
    // The focus is back where it was, so that the command acts on it or moves it.
    const { run, opens } = chosen.current ?? {};
    chosen.current = undefined;
    if (opens === undefined) run?.("palette");
    else setShows(opens);
  }

  return (
    <>
      <button
        type="button"
        className="jump"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        disabled={!ready}
        onClick={() => setShows("all")}
      >
        <AdminIcon name="search" />
        <span>{teamCopy.commands.jump}</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <Dialog
        open={shows !== undefined}
        onClose={onClosed}
        title={shows === "all" || shows === undefined ? teamCopy.commands.title : teamCopy.commands.menus[shows]}
        id="palette-title"
        className="palette"
      >
        {shows !== undefined && (
          <>
            <CommandList
              commands={commands}
              shows={shows}
              onChoose={(command) => {
                chosen.current = command;
                setShows(undefined);
              }}
            />
            <div className="palette-foot">
              <Switch checked={keysAreOn} onChange={({ target }) => switchKeys(target.checked)}>
                {teamCopy.commands.singleKeys}
              </Switch>
              {shows === "keys" && <EnterSwitch />}
              <span className="palette-keys" aria-hidden="true">
                <kbd>↑</kbd> <kbd>↓</kbd> {teamCopy.commands.choose} <kbd>↵</kbd> {teamCopy.commands.doIt}
              </span>
            </div>
          </>
        )}
      </Dialog>
    </>
  );
}

/** Commands of the page come first. */
const rank = ({ group }: Command) => [teamCopy.commands.goTo, teamCopy.commands.help].indexOf(group);

/** Commands in groups, narrowed by what is typed, and chosen by the arrow keys. */
function CommandList(props: { commands: Commands; shows: Shown; onChoose: (command: Command) => void }) {
  const { shows, onChoose } = props;
  // Pages that have loaded meanwhile may add commands.
  const all = useSyncExternalStore(props.commands.subscribe, props.commands.list);
  const commands = all
    .filter(({ keys, menu }) => shows === "all" || (shows === "keys" ? keys !== undefined : menu === shows))
    .toSorted((a, b) => rank(a) - rank(b));
  // The typed text can be searched for in the inbox, too, among all commands alone.
  const isSearch = shows === "all";
  const [typed, setTyped] = useState("");
  const text = isSearch ? typed.trim() : "";
  const { inquiries, announcement } = useFoundInquiries(text);
  const found = useFound();
  const groups = Map.groupBy(
    [
      ...matching(commands, typed),
      ...(text === "" ? [] : [...fewOfEach(matching(found, text), text), searchFor(text), ...inquiries]),
    ],
    ({ group }) => group,
  );
  const shown = [...groups.values()].flat();
  const keys = useOptionKeys(shown, { onChoose });

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const edge = { Home: 0, End: shown.length - 1 }[event.key];
    if (edge === undefined || event.nativeEvent.isComposing) return keys.field.onKeyDown(event);
    event.preventDefault();
    keys.moveTo(edge);
  }

  return (
    <>
      <AdminIcon name="search" />
      <input
        // The attribute, which makes the dialog focus it.
        ref={(input) => input?.setAttribute("autofocus", "")}
        type="text"
        role="combobox"
        aria-label={teamCopy.commands.search}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={keys.list.id}
        {...keys.field}
        autoComplete="off"
        spellCheck={false}
        placeholder={isSearch ? teamCopy.commands.jump : teamCopy.commands.searchKeys}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          keys.moveTo(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div {...keys.list} className="palette-list" aria-label={teamCopy.commands.list}>
        {[...groups].map(([group, members]) => {
          const subject = members.every((member) => commands.includes(member)) ? sharedSubject(members) : undefined;
          return (
            <div key={group} role="group" aria-label={subject === undefined ? group : `${group}, ${subject}`}>
              <p aria-hidden="true">
                {group} {subject !== undefined && <small>{subject}</small>}
              </p>
              {members.map((command) => (
                <div key={shown.indexOf(command)} {...keys.option(shown.indexOf(command))}>
                  {command.icon !== undefined && <AdminIcon name={command.icon} />}
                  <span>{command.label}</span>{" "}
                  {command.about !== undefined && subject === undefined && <small>{command.about}</small>}
                  {command.keys?.[0] !== undefined && <kbd>{keyLabel(command.keys[0])}</kbd>}
                </div>
              ))}
            </div>
          );
        })}
      </div>
      <p className="palette-none" role="status">
        {shown.length === 0 && teamCopy.commands.none}
      </p>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  );
}

/** Returns the common object of several commands, which their heading names once. */
function sharedSubject([first, ...others]: readonly Command[]): string | undefined {
  return others.length > 0 && others.every(({ about }) => about === first?.about) ? first?.about : undefined;
}

/** The commands that contain each typed word, wherever they say it. */
function matching(commands: readonly Command[], typed: string): Command[] {
  const words = comparable(typed).trim().split(/\s+/);
  return commands.filter(({ group, label, about = "" }) => {
    const full = comparable(`${group} ${label} ${about}`);
    return words.every((word) => full.includes(word));
  });
}

/** Max commands of each group: more typing finds the others. */
const maxPerGroup = 6;

/** The first of each group; those whose label begins with what is typed come before the others. */
function fewOfEach(found: readonly Command[], typed: string): Command[] {
  const rest = ({ label }: Command) => Number(!comparable(label).startsWith(comparable(typed)));
  return [...Map.groupBy(found, ({ group }) => group).values()].flatMap((members) =>
    members.toSorted((a, b) => rest(a) - rest(b)).slice(0, maxPerGroup),
  );
}

/**
 * Returns a text for comparison: in lower case, with one form of Hindi letters with a dot, which can be one character
 * or two.
 */
const comparable = (text: string) => text.normalize("NFC").toLocaleLowerCase();

/** The search in the inbox, which stands before the inquiries that load: what Enter does must not change then. */
const searchFor = (text: string): Command => ({
  group: teamCopy.commands.inquiries,
  label: teamCopy.commands.searchInquiries(text),
  icon: "search",
  run: () => navigate(`${paths.inbox}?search=${encodeURIComponent(text)}`),
});

/** Sets the effect of Ctrl + Enter, which is a member's own setting. */
function EnterSwitch() {
  const change = useChangeOwnSettings();
  return (
    <Switch
      checked={useClosingEnter()}
      onChange={({ target }) => change.mutate({ sendKey: target.checked ? "close" : "send" })}
    >
      {teamCopy.commands.enterCloses}
    </Switch>
  );
}
