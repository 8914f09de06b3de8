import { copy } from "#copy/current.ts";
import { here } from "#web/page/router.tsx";
import { lostLinkPath } from "#contract/conversation-paths.ts";
import { type LostStep, paths } from "#contract/paths.ts";
import { Button, ButtonLink } from "#web/ui/buttons/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";

/** Mails a new link, for a visitor who has the reference alone. It says the same for references that do not exist. */
export function LostLink({ step }: { step: LostStep }) {
  const { lost, reference } = copy.receipt;
  return (
    <section className="narrow stack">
      <h1>{lost.title}</h1>
      {step === "sent" ? (
        <p role="status">{lost.sent}</p>
      ) : (
        <form className="form" method="post" action={here(lostLinkPath)}>
          <p>{lost.text}</p>
          <Field
            id="lost-reference"
            label={reference}
            error={step === "wrong" ? lost.wrong : step === "many" ? lost.many : undefined}
            input={{
              name: "reference",
              required: true,
              autoComplete: "off",
              autoCapitalize: "characters",
              maxLength: 20,
            }}
          />
          <Button type="submit">{lost.do}</Button>
        </form>
      )}
      <p>
        <ButtonLink to={paths.contact} variant="secondary">
          {copy.message.back}
        </ButtonLink>
      </p>
    </section>
  );
}
