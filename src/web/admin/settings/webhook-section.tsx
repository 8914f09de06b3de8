import { useState } from "react";
import type { Settings } from "#contract/settings.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Field } from "#web/ui/field.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { typedText } from "../shell/typed-text.ts";
import { SectionForm } from "./section-form.tsx";

/** A webhook of the owner's, called for each inquiry. */
export function WebhookSection({ settings: { webhook, unreadable } }: { settings: Settings }) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <SectionForm
      id="webhook"
      title="Webhook"
      lead={
        <>
          Calls a program of yours for each inquiry, signed as{" "}
          <a href="https://www.standardwebhooks.com/" target="_blank" rel="noopener noreferrer">
            Standard Webhooks
          </a>{" "}
          says.
        </>
      }
      channel={{ name: "webhook", isSetUp: webhook !== null, off: { webhook: null } }}
      read={(typed) => ({
        webhook: { url: typedText(typed, "url"), newSecret: typed.has("newSecret") },
      })}
      onSaved={({ webhookSecret }) => setSecret(webhookSecret)}
    >
      {({ errors, saves }) => (
        <>
          <Field
            id="webhook-url"
            label="Address"
            error={errors["url"]}
            hint="It must start with https:// and lead to a public address."
            input={{
              name: "url",
              type: "url",
              autoComplete: "off",
              autoCapitalize: "none",
              spellCheck: false,
              required: true,
              maxLength: 2000,
              placeholder: "https://example.com/inquiries",
              defaultValue: webhook?.url,
            }}
          />
          {webhook !== null && (
            <div className="switch-field" key={saves}>
              <span className="field-label">Secret</span>
              {unreadable?.includes("webhook.secret") === true ? (
                <p className="error">It cannot be decrypted with this signing key: replace it with a new one.</p>
              ) : (
                <p className="kept-secret">
                  <span aria-hidden="true">••••</span> set
                </p>
              )}
              <Switch name="newSecret">Replace it with a new one</Switch>
            </div>
          )}
          <div role="status">
            {secret !== null && (
              <Alert tone="success" className="fresh-secret">
                <p>
                  <strong>Your program checks the calls with this secret. It is shown this once:</strong>
                </p>
                <code>{secret}</code>
              </Alert>
            )}
          </div>
        </>
      )}
    </SectionForm>
  );
}
