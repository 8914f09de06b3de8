import { type ReactNode, useRef } from "react";
import type { ActiveContact } from "#contract/contact.ts";
import { codePath } from "#contract/paths.ts";
import { appLink } from "#domain/channels/channel-link.ts";
import { openingWords } from "./opening.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import type { Now } from "./use-now.ts";

/** Classes of a link that only some screen sizes show. */
const screens = { large: "app wide", small: "app slim", all: "app" };

/**
 * The details of one channel besides its action: the value to read and copy (rendered by `children`), the description,
 * the opening hours, and other ways to open it: its app and, on large screens, a QR code.
 */
export function ChannelValue({ contact, now, children }: { contact: ActiveContact; now: Now; children: ReactNode }) {
  const { _id, type, value, proof, availability } = contact;
  const shown = useRef<HTMLElement>(null);
  const opening = openingWords(availability, now.time, now.zone);
  const app = appLink(type, value);
  return (
    <>
      <p className="value">
        <span ref={shown}>{children}</span>
        <CopyButton text={value} shown={shown} />
      </p>
      {opening !== undefined && <p className="opening">{opening}</p>}
      {proof !== "" && <p>{proof}</p>}
      {app !== undefined && (
        <a className={screens[app.screens]} href={app.href} target="_blank" rel="noopener noreferrer">
          {app.label}
        </a>
      )}
      <details className="wide">
        <summary aria-label={`QR code of ${value}`}>QR code</summary>
        <img src={codePath(_id)} alt={`QR code of ${value}`} loading="lazy" width="180" height="180" />
      </details>
    </>
  );
}
