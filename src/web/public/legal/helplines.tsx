import { copy } from "#copy/current.ts";
import type { Particulars } from "#contract/site/site.ts";
import { buttonClass } from "#web/ui/buttons/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { langOf } from "#web/ui/text-language.ts";
import { ChannelIcon } from "../channels/channel-parts.tsx";

/** Helplines as cards, each with its number to call and its site to open. */
export function Helplines({ helplines }: { helplines: Particulars["helplines"] }) {
  if (helplines.length === 0) return null;
  return (
    <ul className="helplines">
      {helplines.map(({ name, phone, url, note }) => (
        <li key={name} className="card">
          <span className="disc">
            <ChannelIcon type={phone === undefined ? "website" : "phone"} />
          </span>
          <div>
            <h3 lang={langOf(name)}>{name}</h3>
            <p className="soft small-text" lang={langOf(note ?? "")}>
              <strong>{phone ?? (url && hostOf(url))}</strong>
              {note !== undefined && ` · ${note}`}
            </p>
          </div>
          <div className="helpline-actions">
            {phone !== undefined && (
              <a
                className={buttonClass("tonal")}
                href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}
                aria-label={copy.legal.callOf(name, phone)}
              >
                {copy.legal.call}
              </a>
            )}
            {url !== undefined && (
              <a
                className={buttonClass("secondary")}
                href={url}
                rel="noopener noreferrer"
                aria-label={copy.legal.openOf(hostOf(url), name)}
              >
                <span>{copy.legal.open}</span>
                <Icon name="open" />
              </a>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function hostOf(url: string): string {
  return new URL(url).host;
}
