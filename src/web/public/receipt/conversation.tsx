import { copy } from "#copy/current.ts";
import { here } from "#web/page/router.tsx";
import { attachmentLink } from "#contract/conversation-paths.ts";
import type { Receipt } from "#contract/inquiries/submission.ts";
import { useSite } from "#web/page/page-data.ts";
import { AttachmentList } from "#web/ui/files/attachment-list.tsx";
import { Ball } from "#web/ui/ball.tsx";
import { AskCode } from "./address-confirmation.tsx";
import { langOf } from "#web/ui/text-language.ts";

/** The author's picture, or their initials. Decorative: the name stands beside it. */
const Face = ({ face }: { face: string }) =>
  face.startsWith("/") ? (
    <img className="face" src={face} alt="" width="32" height="32" />
  ) : (
    <span className="face" aria-hidden="true">
      {face}
    </span>
  );

/**
 * The visitor's message, our replies and their answers, in order. New ones are announced. `keyed` is the key of the
 * page.
 */
export function Conversation({ receipt, keyed }: { receipt: Receipt; keyed: string }) {
  const { fields, receivedAt, receivedDay, receivedTime, attachments, entries } = receipt;
  const us = useSite().brands.contact.name;
  const said = [
    ...(fields.query === "" && attachments.length === 0
      ? []
      : [
          {
            kind: "answer",
            text: fields.query,
            at: receivedAt,
            day: receivedDay,
            time: receivedTime,
            attachments,
            isNotice: false,
            by: "",
            face: "",
          },
        ]),
    ...entries,
  ];
  if (said.length === 0) return null;
  return (
    <div role="log" aria-label={copy.receipt.conversation}>
      <ol className="bubbles">
        {said.map(({ kind, text, at, day, time, by, face, attachments: files, isNotice }, place) => (
          <li key={`${place} ${at}`} className={kind === "reply" ? "bubble" : "bubble yours"}>
            {day !== said[place - 1]?.day && <p className="day">{day}</p>}
            <p className="soft small-text">
              {kind === "reply" && (by === "" ? <Ball /> : <Face face={face} />)}
              <strong>{kind !== "reply" ? copy.receipt.you : by === "" ? us : `${by} · ${us}`}</strong> · {time ?? at}
            </p>
            {text !== "" && (
              <p className="bubble-text" dir="auto" lang={langOf(text)}>
                {text}
              </p>
            )}
            {isNotice && receipt.address === "open" && <AskCode keyed={keyed} label={copy.receipt.readHere} />}
            {/* The server gives out no PDF of visitors but to the team. */}
            <AttachmentList
              files={files}
              linkOf={(id) => here(attachmentLink(keyed, id))}
              hasPdfLinks={kind === "reply"}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}
