import { useState } from "react";
import type { Settings, SettingsInput } from "#contract/settings.ts";
import { Field } from "#web/ui/field.tsx";
import { typedText } from "../forms/typed-text.ts";
import { FreshSecret, RenewableSecret, SecretField } from "./secret-field.tsx";
import { exact, readServer, ServerFields } from "./server-fields.tsx";
import { SectionForm } from "./section-form.tsx";
import { useSaveSettings } from "./use-settings.ts";

type Mail = NonNullable<SettingsInput["mail"]>;

/** The mail server, and the recipients of notifications. */
export function MailSection({ settings: { mail, unreadable } }: { settings: Settings }) {
  return (
    <SectionForm
      id="mail"
      title="E-mail"
      lead="Sends notifications of new inquiries, links for forgotten passwords and, if you like, receipts to visitors."
      delivery={{ name: "email", isSetUp: mail !== null, off: { mail: null, acknowledge: false } }}
      save={useSaveSettings()}
      read={(typed) => ({ mail: readMail(typed) })}
    >
      {(errors) => (
        <>
          <ServerFields
            id="mail"
            known={mail}
            isUnreadable={unreadable?.includes("mail.password") === true}
            errors={errors}
            placeholder="smtp.example.com"
            ports={{ tls: 465, starttls: 587 }}
            userHint="Leave it empty if the server requires no sign-in."
          />
          <Field
            id="mail-from"
            label="From"
            error={errors["from"]}
            hint="The address that e-mails come from."
            input={{
              name: "from",
              type: "email",
              autoComplete: "off",
              required: true,
              maxLength: 254,
              placeholder: "desk@example.com",
              defaultValue: mail?.from,
            }}
          />
          <Field
            id="mail-to"
            label="Who is notified of a new inquiry"
            error={errors["to"]}
            hint="One address per line, up to 20. Leave it empty to notify nobody by e-mail."
            rows={3}
            input={{ name: "to", autoCapitalize: "none", spellCheck: false, defaultValue: mail?.to.join("\n") }}
          />
        </>
      )}
    </SectionForm>
  );
}

function readMail(typed: FormData): Mail {
  return {
    ...readServer(typed),
    from: typedText(typed, "from"),
    to: typedText(typed, "to")
      .split(/[\s,;]+/)
      .filter((address) => address !== ""),
  };
}

/** A webhook of the owner's, called for each inquiry. */
export function WebhookSection({ settings: { webhook, unreadable } }: { settings: Settings }) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <SectionForm
      id="webhook"
      title="Webhook"
      lead={
        <>
          Calls a program of yours for each new inquiry, signed according to{" "}
          <a href="https://www.standardwebhooks.com/" target="_blank" rel="noopener noreferrer">
            Standard Webhooks
          </a>
          .
        </>
      }
      delivery={{ name: "webhook", isSetUp: webhook !== null, off: { webhook: null } }}
      save={useSaveSettings()}
      read={(typed) => ({
        webhook: { url: typedText(typed, "url"), newSecret: typed.has("newSecret") },
      })}
      onSaved={({ webhookSecret }) => setSecret(webhookSecret)}
      below={
        <div role="status">
          {secret !== null && webhook !== null && (
            <FreshSecret secret={secret} use="Your program checks the calls with this secret." />
          )}
        </div>
      }
    >
      {(errors) => (
        <>
          <Field
            id="webhook-url"
            label="Address"
            error={errors["url"]}
            hint="It must start with https:// and lead to a public address."
            input={{
              ...exact,
              name: "url",
              type: "url",
              required: true,
              maxLength: 2000,
              placeholder: "https://example.com/inquiries",
              defaultValue: webhook?.url,
            }}
          />
          {webhook !== null && <RenewableSecret isUnreadable={unreadable?.includes("webhook.secret") === true} />}
        </>
      )}
    </SectionForm>
  );
}

/** A Telegram bot that posts to a chat of the team. */
export function TelegramSection({ settings: { telegram, unreadable } }: { settings: Settings }) {
  return (
    <SectionForm
      id="telegram"
      title="Telegram"
      lead="A bot posts to a chat of your team. Create one with @BotFather and add it to the chat."
      delivery={{ name: "telegram", isSetUp: telegram !== null, off: { telegram: null } }}
      save={useSaveSettings()}
      read={(typed) => {
        const token = typedText(typed, "token");
        return { telegram: { chatId: typedText(typed, "chatId"), ...(token === "" ? {} : { token }) } };
      }}
    >
      {(errors) => (
        <>
          <SecretField
            id="telegram-token"
            name="token"
            label="Bot token"
            isSet={telegram !== null}
            isUnreadable={unreadable?.includes("telegram.token") === true}
            error={errors["token"]}
            hint="From @BotFather, such as 123456:ABC-DEF."
            maxLength={200}
          />
          <Field
            id="telegram-chat"
            label="Chat"
            error={errors["chatId"]}
            hint="The chat's number, such as -1001234567890, or a channel's @name."
            input={{ ...exact, name: "chatId", required: true, maxLength: 64, defaultValue: telegram?.chatId }}
          />
        </>
      )}
    </SectionForm>
  );
}
