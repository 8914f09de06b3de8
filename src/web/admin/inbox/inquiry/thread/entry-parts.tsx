import { teamCopy } from "#copy/current.ts";
import type { ReactNode } from "react";
import type { NamedAttachment } from "#contract/inquiries/attachment.ts";
import type { Person } from "#contract/inbox/inbox.ts";
import { splitRemarks } from "#domain/inquiries/mail-remarks.ts";
import { splitQuoted } from "#domain/inquiries/quoted-text.ts";
import type { DateFormats } from "#web/admin/shell/dates.ts";
import { Avatar, PersonName } from "#web/admin/shell/person.tsx";
import { Disclosure } from "#web/ui/panels/disclosure.tsx";
import { langOf } from "#web/ui/text-language.ts";
import { remarkText } from "../../mail-remark.ts";
import { EntryFiles } from "./entry-files.tsx";

/** The member who wrote an entry. */
export function Author({ author }: { author: Person | null }) {
  return (
    <>
      <Avatar email={author?.email ?? null} size="small" />
      <strong>{author === null ? teamCopy.inbox.formerMember : <PersonName email={author.email} />}</strong>
    </>
  );
}

export function EntryText({ children }: { children: string }) {
  return (
    <p className="entry-text" dir="auto" lang={langOf(children)}>
      {children}
    </p>
  );
}

/** Shows a visitor's text with its files; quotations of an email are folded. */
export function VisitorText(props: { text: string; isEmail: boolean; files: readonly NamedAttachment[] }) {
  const { isEmail, files } = props;
  const { text, remarks } = isEmail ? splitRemarks(props.text) : { text: props.text, remarks: [] };
  const { written, quoted } = isEmail ? splitQuoted(text) : { written: text, quoted: "" };
  return (
    <>
      {written !== "" && <EntryText>{written}</EntryText>}
      <EntryFiles files={files} />
      {remarks.map((remark) => (
        <p key={remark.kind} className="hint">
          {remarkText(remark)}
        </p>
      ))}
      {quoted !== "" && (
        <Disclosure summary={teamCopy.inquiry.thread.quoted}>
          <EntryText>{quoted}</EntryText>
        </Disclosure>
      )}
    </>
  );
}

/** The time of day, since the day stands above; the full time on hover and for screen readers. */
export function At(props: { at: string; dates: DateFormats; time?: (at: string) => ReactNode }) {
  const { at, dates, time = dates.time } = props;
  const full = dates.full(at);
  return (
    <time dateTime={at} title={full}>
      <span aria-hidden="true">{time(at)}</span>
      <span className="visually-hidden">{full}</span>
    </time>
  );
}
