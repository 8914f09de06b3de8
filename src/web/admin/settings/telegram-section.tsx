import type { Settings } from "#contract/settings.ts";
import { Field } from "#web/ui/field.tsx";
import { typedText } from "../shell/typed-text.ts";
import { SecretField } from "./secret-field.tsx";
import { SectionForm } from "./section-form.tsx";

/** A Telegram bot that posts to a chat of the team. */
export function TelegramSection({ settings: { telegram, unreadable } }: { settings: Settings }) {
  return (
    <SectionForm
      id="telegram"
      title="Telegram"
      lead="A bot writes into a chat of your team. Make one with @BotFather and add it to the chat."
      channel={{ name: "telegram", isSetUp: telegram !== null, off: { telegram: null } }}
      read={(typed) => {
        const token = typedText(typed, "token");
        return { telegram: { chatId: typedText(typed, "chatId"), ...(token === "" ? {} : { token }) } };
      }}
    >
      {({ errors, saves }) => (
        <>
          <SecretField
            key={saves}
            id="telegram-token"
            name="token"
            label="Bot token"
            isSet={telegram !== null}
            isUnreadable={unreadable?.includes("telegram.token") === true}
            error={errors["token"]}
            hint="As @BotFather gives it, such as 123456:ABC-DEF."
            maxLength={200}
          />
          <Field
            id="telegram-chat"
            label="Chat"
            error={errors["chatId"]}
            hint="The chat's number, such as -1001234567890, or a channel's @name."
            input={{
              name: "chatId",
              autoComplete: "off",
              autoCapitalize: "none",
              spellCheck: false,
              required: true,
              maxLength: 64,
              defaultValue: telegram?.chatId,
            }}
          />
        </>
      )}
    </SectionForm>
  );
}
