import { teamCopy } from "#copy/current.ts";
import { useState } from "react";
import type { Settings, SettingsInput } from "#contract/settings.ts";
import { ButtonLink } from "#web/ui/buttons/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { SenderWarning } from "../setup/sender-warning.tsx";
import { useMember } from "../shell/member.ts";
import { typedText } from "../forms/typed-text.ts";
import { AboutFacts } from "./about-facts.tsx";
import { FreshSecret, RenewableSecret, SecretField } from "./secret-field.tsx";
import { exact, readServer, ServerFields } from "./server-fields.tsx";
import { SectionForm } from "./section-form.tsx";
import { sectionAddress } from "./settings-menu.ts";
import { useSaveSettings } from "./use-settings.ts";
import { filled } from "#web/ui/filled.tsx";

type Mail = NonNullable<SettingsInput["mail"]>;

/** The mail server, and the recipients of notifications. */
export function MailSection({ settings }: { settings: Settings }) {
  const { mail, unreadable } = settings;
  const { email } = useMember();
  return (
    <SectionForm
      id="mail"
      title={teamCopy.settings.sections.mail}
      lead={teamCopy.settings.mail.lead}
      delivery={{
        name: "email",
        isSetUp: mail !== null,
        needs: teamCopy.settings.mail.needs,
        off: { mail: null, acknowledge: false },
      }}
      save={useSaveSettings()}
      read={(typed) => ({ mail: readMail(typed) })}
      about={<SentMails settings={settings} />}
      below={<SenderWarning setting="mail.from" />}
    >
      {(errors) => (
        <>
          <ServerFields
            id="mail"
            known={mail}
            isUnreadable={unreadable?.includes("mail.password") === true}
            errors={errors}
            placeholder="smtp.example.com"
            protocol="smtp"
            userHint={teamCopy.settings.mail.userHint}
            userFills="from"
          />
          <Field
            id="mail-from"
            label={teamCopy.settings.mail.from}
            error={errors["from"]}
            hint={teamCopy.settings.mail.fromHint}
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
            label={teamCopy.settings.mail.to}
            error={errors["to"]}
            hint={teamCopy.settings.mail.toHint}
            rows={3}
            input={{
              name: "to",
              autoCapitalize: "none",
              spellCheck: false,
              defaultValue: mail === null ? email : mail.to.join("\n"),
            }}
          />
        </>
      )}
    </SectionForm>
  );
}

/** The main kinds of email, and whether each is sent. */
function SentMails({ settings: { mail, acknowledge, replyMail } }: { settings: Settings }) {
  const { about } = teamCopy.settings.mail;
  const { kinds } = teamCopy.settings.deliveries;
  const isSent = (isWanted: boolean) => (mail !== null && isWanted ? about.sent : about.notSent);
  return (
    <AboutFacts
      title={about.title}
      isShort
      facts={[
        [kinds.inquiry, mail === null ? about.notSent : about.addresses(mail.to.length)],
        [kinds[replyMail === "text" ? "reply" : "reply-notice"], isSent(replyMail !== "off")],
        [kinds.acknowledgement, isSent(acknowledge)],
        [kinds["password-reset"], isSent(true)],
        [kinds["security-notice"], isSent(true)],
      ]}
    >
      {(["notifications", "deliveries"] as const).map((name) => (
        <ButtonLink key={name} variant="secondary" size="small" to={sectionAddress(name)}>
          {teamCopy.settings.sections[name]}
        </ButtonLink>
      ))}
    </AboutFacts>
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
      title={teamCopy.settings.sections.webhook}
      lead={filled(teamCopy.settings.webhook.lead, {
        standard: (
          <a href="https://www.standardwebhooks.com/" target="_blank" rel="noopener noreferrer">
            Standard Webhooks
          </a>
        ),
      })}
      delivery={{
        name: "webhook",
        isSetUp: webhook !== null,
        needs: teamCopy.settings.webhook.needs,
        off: { webhook: null },
      }}
      save={useSaveSettings()}
      read={(typed) => ({
        webhook: { url: typedText(typed, "url"), newSecret: typed.has("newSecret") },
      })}
      onSaved={({ webhookSecret }) => setSecret(webhookSecret)}
      below={
        <div role="status">
          {secret !== null && webhook !== null && <FreshSecret secret={secret} use={teamCopy.settings.webhook.use} />}
        </div>
      }
    >
      {(errors) => (
        <>
          <Field
            id="webhook-url"
            label={teamCopy.settings.webhook.address}
            error={errors["url"]}
            hint={teamCopy.settings.webhook.addressHint}
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
          {webhook !== null && (
            <RenewableSecret id="webhook-secret" isUnreadable={unreadable?.includes("webhook.secret") === true} />
          )}
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
      title={teamCopy.settings.sections.telegram}
      lead={teamCopy.settings.telegram.lead}
      delivery={{
        name: "telegram",
        isSetUp: telegram !== null,
        needs: teamCopy.settings.telegram.needs,
        off: { telegram: null },
      }}
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
            label={teamCopy.settings.telegram.token}
            isSet={telegram !== null}
            isUnreadable={unreadable?.includes("telegram.token") === true}
            error={errors["token"]}
            hint={teamCopy.settings.telegram.tokenHint}
            maxLength={200}
          />
          <Field
            id="telegram-chat"
            label={teamCopy.settings.telegram.chat}
            error={errors["chatId"]}
            hint={teamCopy.settings.telegram.chatHint}
            input={{ ...exact, name: "chatId", required: true, maxLength: 64, defaultValue: telegram?.chatId }}
          />
        </>
      )}
    </SectionForm>
  );
}
