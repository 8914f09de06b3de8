import { teamCopy } from "#copy/current.ts";
import { useState } from "react";
import type { Settings, SettingsInput } from "#contract/settings.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Field, Select } from "#web/ui/fields/field.tsx";
import { addressOf } from "#web/api/team-call.ts";
import { useIncomingMailState } from "../shell/outages.tsx";
import { SenderWarning } from "../setup/sender-warning.tsx";
import { typedText } from "../forms/typed-text.ts";
import { FreshSecret, RenewableSecret } from "./secret-field.tsx";
import { exact, readServer, ServerFields } from "./server-fields.tsx";
import { SectionForm } from "./section-form.tsx";
import { useSaveSettings } from "./use-settings.ts";
import { WithCode } from "./with-code.tsx";

type Incoming = NonNullable<SettingsInput["incoming"]>;
type Known = Settings["incoming"];

/** Milliseconds between two reads of the mailbox's state. */
const refetchInterval = 10_000;

/** Visitors' emails: read from a mailbox, or pushed by a mail provider. */
export function IncomingSection({ settings: { incoming, unreadable } }: { settings: Settings }) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <SectionForm
      id="incoming"
      title={teamCopy.settings.sections.incoming}
      lead={teamCopy.settings.incoming.lead}
      delivery={{ isSetUp: incoming !== null, needs: teamCopy.settings.incoming.needs, off: { incoming: null } }}
      save={useSaveSettings()}
      read={(typed) => ({ incoming: readIncoming(typed, incoming) })}
      onSaved={({ incomingSecret }) => setSecret(incomingSecret)}
      below={
        <>
          <SenderWarning setting="incoming.replyTo" />
          <div role="status">
            {secret !== null && incoming?.hasSecret === true && (
              <FreshSecret secret={secret} use={teamCopy.settings.incoming.use} />
            )}
            {incoming?.way === "imap" && <MailboxState />}
          </div>
        </>
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
        label={teamCopy.settings.incoming.address}
        error={errors["replyTo"]}
        hint={teamCopy.settings.incoming.addressHint}
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
        label={teamCopy.settings.incoming.unmatched}
        name="unmatched"
        defaultValue={known?.unmatched ?? "inquiry"}
      >
        <option value="inquiry">{teamCopy.settings.incoming.unmatchedInquiry}</option>
        <option value="leave">{teamCopy.settings.incoming.unmatchedLeave}</option>
      </Select>
      <Select
        id="incoming-way"
        label={teamCopy.settings.incoming.way}
        name="way"
        value={way}
        onChange={({ currentTarget }) => setWay(currentTarget.value === "push" ? "push" : "imap")}
      >
        <option value="imap">{teamCopy.settings.incoming.wayImap}</option>
        <option value="push">{teamCopy.settings.incoming.wayPush}</option>
      </Select>
      {way === "imap" ? (
        <ServerFields
          id="incoming"
          known={known}
          isUnreadable={unreadable?.includes("incoming.password") === true}
          errors={errors}
          placeholder="imap.example.com"
          protocol="imap"
          isUserRequired
          passwordHint={teamCopy.settings.incoming.passwordHint}
        />
      ) : (
        <PushFields known={known} isUnreadable={unreadable?.includes("incoming.secret") === true} />
      )}
      <Field
        id="incoming-authserv-id"
        label={teamCopy.settings.incoming.authservId}
        error={errors["authservId"]}
        hint={teamCopy.settings.incoming.authservIdHint}
        input={{
          ...exact,
          name: "authservId",
          maxLength: 253,
          placeholder: "mx.example.com",
          defaultValue: known?.authservId,
        }}
      />
    </>
  );
}

function PushFields({ known, isUnreadable }: { known: Known; isUnreadable: boolean }) {
  return (
    <>
      <p className="hint">
        <WithCode text={teamCopy.settings.incoming.push(addressOf("POST /incoming-mail"))} />
      </p>
      {known?.hasSecret === true && <RenewableSecret id="incoming-secret" isUnreadable={isUnreadable} />}
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
    authservId: typedText(typed, "authservId"),
    ...(isPush ? { port: known?.port ?? 993, newSecret: typed.has("newSecret") } : {}),
  };
}

/** Shows whether the mailbox can be read now. */
function MailboxState() {
  const { data } = useIncomingMailState(refetchInterval);
  if (data === undefined || data.state === "off") return <p className="hint">{teamCopy.settings.incoming.soon}</p>;
  if (data.state === "connecting") return <p className="hint">{teamCopy.settings.incoming.opening}</p>;
  if (data.state === "connected") return <Alert tone="good">{teamCopy.settings.incoming.isOpen}</Alert>;
  return (
    <Alert>
      <p>{teamCopy.settings.incoming.problem(data.problem ?? "")}</p>
    </Alert>
  );
}
