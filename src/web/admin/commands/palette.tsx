import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { paths } from "#contract/paths.ts";
import { navigate } from "#web/page/router.tsx";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Switch } from "#web/ui/switch.tsx";
import type { Area } from "../shell/admin-area.tsx";
import { type Command, type Commands, goTo, keyName, useCommands, useKeys, useKeySwitch } from "./commands.ts";
import { AdminIcon } from "../shell/icons.tsx";

const help = "Help";

/** Opens the palette, and holds it: every command of the page and the shell. Ctrl K opens it, too. */
export function PaletteButton({ commands, areas }: { commands: Commands; areas: readonly Omit<Area, "only">[] }) {
  const [shows, setShows] = useState<"all" | "keys">();
  const [keysAreOn, switchKeys] = useKeySwitch();
  const ready = useHydrated();
  const chosen = useRef<Command>(undefined);
  useKeys(commands, keysAreOn && ready, () => setShows("all"));
  useCommands([
    ...areas.map(({ path, label, icon }) => ({ group: goTo, label, icon, run: () => navigate(path) })),
    { group: help, label: "All keys", icon: "key", keys: ["?"], run: () => setShows("keys") },
  ]);

  function onClosed() {
    setShows(undefined);
    // The focus is back where it was, so that the command acts on it or moves it.
    chosen.current?.run();
    chosen.current = undefined;
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
        <span>Search or jump to…</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <Dialog
        open={shows !== undefined}
        onClose={onClosed}
        title={shows === "keys" ? "Keys" : "Search or jump to"}
        id="palette-title"
        className="palette"
      >
        {shows !== undefined && (
          <>
            <CommandList
              commands={[...commands.values()]
                .flat()
                .filter(({ keys }) => shows === "all" || keys !== undefined)
                .toSorted((a, b) => rank(a) - rank(b))}
              isSearch={shows === "all"}
              onChoose={(command) => {
                chosen.current = command;
                setShows(undefined);
              }}
            />
            <div className="palette-foot">
              <Switch checked={keysAreOn} onChange={({ target }) => switchKeys(target.checked)}>
                Single keys
              </Switch>
              <span className="palette-keys" aria-hidden="true">
                <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>↵</kbd> do it
              </span>
            </div>
          </>
        )}
      </Dialog>
    </>
  );
}

/** What the page does comes first. */
const rank = ({ group }: Command) => [goTo, help].indexOf(group);

/** Commands in groups, narrowed by what is typed, and chosen by the arrow keys. */
function CommandList(props: {
  commands: readonly Command[];
  /** Whether what is typed can be searched in the inbox. */
  isSearch: boolean;
  onChoose: (command: Command) => void;
}) {
  const { commands, isSearch, onChoose } = props;
  const id = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const groups = Map.groupBy(matching(commands, typed, isSearch), ({ group }) => group);
  const shown = [...groups.values()].flat();
  const current = shown[Math.min(at, shown.length - 1)];
  const idOf = (command: Command) => `${id}-${shown.indexOf(command)}`;
  const currentId = current && idOf(current);

  useEffect(() => {
    document.getElementById(currentId ?? "")?.scrollIntoView({ block: "nearest" });
  }, [currentId]);

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event;
    if (event.nativeEvent.isComposing || !["ArrowDown", "ArrowUp", "Home", "End", "Enter"].includes(key)) return;
    event.preventDefault();
    if (key === "Enter") {
      if (current !== undefined) onChoose(current);
    } else if (key === "Home") setAt(0);
    else if (key === "End") setAt(shown.length - 1);
    else setAt((at + (key === "ArrowDown" ? 1 : shown.length - 1)) % Math.max(1, shown.length));
  }

  return (
    <>
      <input
        // The attribute, which makes the dialog focus it.
        ref={(input) => input?.setAttribute("autofocus", "")}
        type="text"
        role="combobox"
        aria-label="Search commands"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={currentId}
        autoComplete="off"
        spellCheck={false}
        placeholder={isSearch ? "Search or jump to…" : "Search the keys"}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} className="palette-list" role="listbox" aria-label="Commands">
        {[...groups].map(([group, members]) => (
          <div key={group} role="group" aria-label={group}>
            <p aria-hidden="true">{group}</p>
            {members.map((command) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The input has the focus and the keys.
              <div
                key={idOf(command)}
                id={idOf(command)}
                role="option"
                aria-selected={command === current}
                onClick={() => onChoose(command)}
              >
                {command.icon !== undefined && <AdminIcon name={command.icon} />}
                <span>{command.label}</span> {command.about !== undefined && <small>{command.about}</small>}
                {command.keys?.[0] !== undefined && <kbd>{keyName(command.keys[0])}</kbd>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className="palette-none" role="status">
        {shown.length === 0 && "Nothing found."}
      </p>
    </>
  );
}

/** The commands that contain each typed word, and the search in the inbox. */
function matching(commands: readonly Command[], typed: string, isSearch: boolean): Command[] {
  const text = typed.trim();
  const words = text.toLocaleLowerCase().split(/\s+/);
  const found = commands.filter(({ group, label, about = "" }) => {
    const full = `${group} ${label} ${about}`.toLocaleLowerCase();
    return words.every((word) => full.includes(word));
  });
  if (text === "" || !isSearch) return found;
  const run = () => navigate(`${paths.inbox}?search=${encodeURIComponent(text)}`);
  return [...found, { group: "Inquiries", label: `Search inquiries for “${text}”`, icon: "search", run }];
}
