import { useState } from "react";
import type { Settings, SettingsInput } from "#contract/settings.ts";
import { settingsPaths } from "#contract/team-api-paths.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Field, Select } from "#web/ui/field.tsx";
import { useIncomingMailState } from "../shell/alarms.tsx";
import { typedText } from "../forms/typed-text.ts";
import { FreshSecret, RenewableSecret } from "./secret-field.tsx";
import { exact, readServer, ServerFields } from "./server-fields.tsx";
import { SectionForm } from "./section-form.tsx";
import { useSaveSettings } from "./use-settings.ts";

type Incoming = NonNullable<SettingsInput["incoming"]>;
type Known = Settings["incoming"];

/** How often the state of the mailbox is read again, in ms. */
const refetchInterval = 10_000;

/** Visitors' emails: read from a mailbox, or pushed by a mail provider. */
export function IncomingSection({ settings: { incoming, unreadable } }: { settings: Settings }) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <SectionForm
      id="incoming"
      title="Incoming e-mail"
      lead="Visitors can answer your e-mails. Their answers join the conversation in the inbox."
      delivery={{ isSetUp: incoming !== null, off: { incoming: null } }}
      save={useSaveSettings()}
      read={(typed) => ({ incoming: readIncoming(typed, incoming) })}
      onSaved={({ incomingSecret }) => setSecret(incomingSecret)}
      below={
        <div role="status">
          {secret !== null && incoming?.hasSecret === true && (
            <FreshSecret secret={secret} use="Your provider sends this secret with each e-mail." />
          )}
          {incoming?.way === "imap" && <MailboxState />}
        </div>
      }
    >
      {(errors) => <Fields known={incoming} unreadable={unreadable} errors={errors} />}
    </SectionForm>
  );
}

function Fields(props: { known: Known; unreadable: Settings["unreadable"]; errors: Record<string, string> }) {
  const { known, unreadable, errors } = props;
  const [way, setWay] = useState<Incoming["way"]>(known?.way ?? "imap");
  return (
    <>
      <Field
        id="incoming-reply-to"
        label="Address"
        error={errors["replyTo"]}
        hint="Your e-mails ask to be answered here. It must also receive mail with a plus sign in it, such as desk+k7p@example.com."
        input={{
          ...exact,
          name: "replyTo",
          type: "email",
          required: true,
          maxLength: 254,
          placeholder: "desk@example.com",
          defaultValue: known?.replyTo,
        }}
      />
      <Select
        id="incoming-unmatched"
        label="An e-mail that answers nothing"
        name="unmatched"
        defaultValue={known?.unmatched ?? "inquiry"}
      >
        <option value="inquiry">Becomes a new inquiry</option>
        <option value="leave">Stays in the mailbox</option>
      </Select>
      <Select
        id="incoming-way"
        label="How e-mails come in"
        name="way"
        value={way}
        onChange={({ currentTarget }) => setWay(currentTarget.value === "push" ? "push" : "imap")}
      >
        <option value="imap">Read from a mailbox (IMAP)</option>
        <option value="push">Pushed by your mail provider</option>
      </Select>
      {way === "imap" ? (
        <ServerFields
          id="incoming"
          known={known}
          isUnreadable={unreadable?.includes("incoming.password") === true}
          errors={errors}
          placeholder="imap.example.com"
          ports={{ tls: 993, starttls: 143 }}
          isUserRequired
          passwordHint="Only new e-mails are read, and nothing in the mailbox is changed."
        />
      ) : (
        <PushFields known={known} isUnreadable={unreadable?.includes("incoming.secret") === true} />
      )}
    </>
  );
}

function PushFields({ known, isUnreadable }: { known: Known; isUnreadable: boolean }) {
  return (
    <>
      <p className="hint">
        Your provider posts each e-mail, in its raw form, to <code>/api{settingsPaths.incomingMail}</code> of this site,
        with the type <code>message/rfc822</code> and the secret as Bearer token.
      </p>
      {known?.hasSecret === true && <RenewableSecret isUnreadable={isUnreadable} />}
    </>
  );
}

function readIncoming(typed: FormData, known: Known): Incoming {
  const isPush = typedText(typed, "way") === "push";
  return {
    ...readServer(typed),
    replyTo: typedText(typed, "replyTo"),
    unmatched: typedText(typed, "unmatched") === "leave" ? "leave" : "inquiry",
    way: isPush ? "push" : "imap",
    ...(isPush ? { port: known?.port ?? 993, newSecret: typed.has("newSecret") } : {}),
  };
}

/** Whether the mailbox can be read now. */
function MailboxState() {
  const { data } = useIncomingMailState(refetchInterval);
  if (data === undefined || data.state === "off")
    return <p className="hint">The mailbox will be opened in a moment.</p>;
  if (data.state === "connecting") return <p className="hint">Opening the mailbox...</p>;
  if (data.state === "connected")
    return <Alert tone="success">The mailbox is open. New e-mails are read at once.</Alert>;
  return (
    <Alert>
      <p>The mailbox cannot be read, and is tried again: {data.problem}</p>
    </Alert>
  );
}
