import { type MouseEvent, useMemo, useState } from "react";
import type { Contact } from "#contract/contact.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Select } from "#web/ui/field.tsx";
import { useNow } from "#web/public/channels/use-now.ts";
import { Community } from "#web/public/contact/community.tsx";
import { QuickContact } from "#web/public/contact/quick-contact.tsx";
import { HomeLead, HomeRows } from "#web/public/home/home-channels.tsx";
import { useChannelState } from "./use-contacts.ts";
import { allThatVisitorsSee } from "./card-preview.tsx";

const places = { home: "Home", quick: "Contact: Quick Contact", community: "Contact: Community" } as const;

type Place = keyof typeof places;

/** The cards as visitors see them now, rendered by the same components. */
export function PreviewDialog(props: { open: boolean; contacts: readonly Contact[]; onClose: () => void }) {
  const { open, contacts, onClose } = props;
  return (
    <Dialog open={open} onClose={onClose} title="As visitors see it" id="preview-title">
      {open && <Preview contacts={contacts} />}
    </Dialog>
  );
}

function Preview({ contacts }: { contacts: readonly Contact[] }) {
  const [place, setPlace] = useState<Place>("home");
  const [now] = useState(() => Date.now());
  const { data } = useChannelState();
  const isHidden = data !== undefined && data.hidden !== null;
  const shown = useMemo(() => (isHidden ? [] : allThatVisitorsSee(contacts, now)), [contacts, isHidden, now]);
  const clock = useNow(shown);
  return (
    <div className="form">
      <Select
        id="preview-place"
        label="Page"
        value={place}
        // The options are the places.
        onChange={({ target }) => setPlace(target.value as Place)}
      >
        {Object.entries(places).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
      {isHidden && <Alert>All channels are hidden: visitors see none of them.</Alert>}
      {/* Only prevents the default of links, for mouse and keyboard. */}
      <div className="list-preview" onClickCapture={keepHere}>
        {place === "home" && (
          <>
            <HomeLead contacts={shown} now={clock} />
            <HomeRows contacts={shown} now={clock} />
          </>
        )}
        {place === "quick" && <QuickContact contacts={shown} now={clock} sent={[]} onWrite={() => undefined} />}
        {place === "community" && <Community contacts={shown} now={clock} />}
      </div>
      {place === "home" && shown.length === 0 && <p className="hint">There are no cards on the home page.</p>}
    </div>
  );
}

/** Channels open as for visitors; links to other pages of the site do not navigate. */
function keepHere(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.target === "_blank") return;
  event.preventDefault();
  event.stopPropagation();
}
