import { copy } from "#copy/current.ts";
import { here, useLocation } from "#web/page/router.tsx";
import {
  askCodePath,
  codePath,
  noEmailPath,
  confirmationStep,
  type ConfirmationStep,
} from "#contract/conversation-paths.ts";
import type { Receipt } from "#contract/inquiries/submission.ts";
import { addressCode } from "#domain/inquiries/conversation.ts";
import { inquiryLimits } from "#domain/inquiries/inquiry.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";

/** Returns the outcome of the form that was sent last; undefined on a page without one. */
export function useConfirmationStep(): ConfirmationStep | undefined {
  const step = new URLSearchParams(useLocation().search).get(confirmationStep);
  return steps.find((each) => each === step);
}

const steps = ["sent", "wrong", "over", "many", "address", "unsent"] as const satisfies readonly ConfirmationStep[];

/**
 * Proves that the inquiry's address is the visitor's, so that the page shows what was written by email: a code is
 * mailed there and typed here. Plain forms, with or without scripts.
 */
export function AddressConfirmation({ receipt, keyed }: { receipt: Receipt; keyed: string }) {
  const step = useConfirmationStep();
  const { address, entries, mayAnswer } = receipt;
  // The version before sends none.
  if (address !== "open" && address !== "proved") return null;
  const { proof } = copy.receipt;
  const hasCode = step === "sent" || step === "wrong" || step === "address" || step === "unsent";
  const problem = step === "many" ? proof.tooMany : step === "unsent" ? copy.receipt.answerFailed : undefined;
  return (
    <section className="card receipt-aside" id="proof">
      <h2>{proof.title}</h2>
      {address === "proved" ? (
        <p className="soft small-text">{proof.proved}</p>
      ) : (
        <>
          {problem !== undefined && (
            <Alert>
              <p>{problem}</p>
            </Alert>
          )}
          {step === "over" && (
            <Alert>
              <p>{proof.over}</p>
            </Alert>
          )}
          <p className="soft small-text">{hasCode ? proof.sent : proof.text}</p>
          {hasCode && <CodeForm keyed={keyed} error={step === "wrong" ? proof.wrong : undefined} />}
          {step !== "many" && <AskCode keyed={keyed} label={hasCode ? proof.again : proof.do} isAgain={hasCode} />}
          {mayAnswer && (step !== undefined || entries.some(({ isNotice }) => isNotice)) && (
            <NoEmail keyed={keyed} error={step === "address" ? copy.problems.wrongEmail : undefined} />
          )}
        </>
      )}
    </section>
  );
}

/** The button that mails a code. */
export function AskCode(props: { keyed: string; label: string; isAgain?: boolean }) {
  const { keyed, label, isAgain = false } = props;
  return (
    <form method="post" action={here(askCodePath)}>
      <input type="hidden" name="key" value={keyed} />
      <Button type="submit" variant={isAgain ? "secondary" : "tonal"}>
        {label}
      </Button>
    </form>
  );
}

function CodeForm({ keyed, error }: { keyed: string; error: string | undefined }) {
  return (
    <form className="form" method="post" action={here(codePath)}>
      <input type="hidden" name="key" value={keyed} />
      <Field
        id="proof-code"
        label={copy.receipt.proof.code}
        error={error}
        input={{
          name: "code",
          required: true,
          inputMode: "numeric",
          autoComplete: "one-time-code",
          // Allows spaces, which some copy.
          maxLength: addressCode.digits * 2,
        }}
      />
      <Button type="submit">{copy.receipt.proof.check}</Button>
    </form>
  );
}

/** Tells the team that no email came, and another address. */
function NoEmail({ keyed, error }: { keyed: string; error: string | undefined }) {
  const { proof } = copy.receipt;
  return (
    <details className="receipt-no-email" open={error !== undefined}>
      <summary>{proof.noEmail}</summary>
      <form className="form" method="post" action={here(noEmailPath)}>
        <p className="soft small-text">{proof.noEmailText}</p>
        <input type="hidden" name="key" value={keyed} />
        <Field
          id="proof-email"
          label={proof.newAddress}
          error={error}
          input={{ name: "email", type: "email", autoComplete: "email", maxLength: inquiryLimits.email }}
        />
        <Button type="submit" variant="secondary">
          {proof.ask}
        </Button>
      </form>
    </details>
  );
}
