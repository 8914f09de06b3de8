import type { KeyboardEvent, ReactNode } from "react";

interface Tab<Name extends string> {
  name: Name;
  label: ReactNode;
}

/**
 * A tab list (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/): arrow keys move and select. `id` connects it with its
 * panels, see `tabPanel`.
 */
export function Tabs<Name extends string>(props: {
  id: string;
  label: string;
  tabs: ReadonlyArray<Tab<Name>>;
  chosen: Name;
  onChoose: (name: Name) => void;
}) {
  const { id, label, tabs, chosen, onChoose } = props;

  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const tab = next === undefined ? undefined : tabs[(next + tabs.length) % tabs.length];
    if (tab === undefined) return;
    event.preventDefault();
    onChoose(tab.name);
    document.getElementById(`${id}-tab-${tab.name}`)?.focus();
  }

  return (
    <div className="tab-list" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map(({ name, label: text }) => (
        <button
          key={name}
          type="button"
          id={`${id}-tab-${name}`}
          role="tab"
          aria-selected={name === chosen}
          aria-controls={`${id}-panel-${name}`}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** The attributes of the panel of a tab. Those not chosen stay mounted, so that nothing typed is lost. */
export function tabPanel(id: string, name: string, chosen: string) {
  return {
    role: "tabpanel",
    id: `${id}-panel-${name}`,
    "aria-labelledby": `${id}-tab-${name}`,
    hidden: name !== chosen,
  } as const;
}
