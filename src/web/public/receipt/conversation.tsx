import type { Receipt } from "#contract/submission.ts";
import { useSite } from "#web/page/page-data.ts";
import { langOf } from "#web/ui/text-language.ts";

/** The visitor's message, our replies and their answers, in order. New ones are announced. */
export function Conversation({ receipt }: { receipt: Receipt }) {
  const { fields, receivedAt, entries } = receipt;
  const us = useSite().brands.contact.name;
  const said = [...(fields.query === "" ? [] : [{ kind: "answer", text: fields.query, at: receivedAt }]), ...entries];
  if (said.length === 0) return null;
  return (
    <div role="log" aria-label="Conversation">
      <ol className="bubbles">
        {said.map(({ kind, text, at }, place) => (
          <li key={`${place} ${at}`} className={kind === "reply" ? "bubble" : "bubble yours"}>
            <p className="soft small-text">
              <strong>{kind === "reply" ? us : "You"}</strong> · {at}
            </p>
            <p className="bubble-text" dir="auto" lang={langOf(text)}>
              {text}
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}
