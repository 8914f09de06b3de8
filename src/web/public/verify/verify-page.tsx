import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Verdict } from "#contract/verify.ts";
import { channelLimits } from "#domain/channels/channel.ts";
import { ApiError } from "#web/api/api-client.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { checkFailed } from "./verify-copy.ts";
import { usePageData } from "#web/page/page-data.ts";
import { Link } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { verifyApi } from "#web/api/verify-api.ts";
import { Outcome } from "./outcome.tsx";

type State =
  | { name: "open" | "checking" }
  | { name: "answered"; text: string; verdict: Verdict }
  | { name: "refused"; problem: string }
  | { name: "failed"; message: string };

/** `Is this really you?`: the form posts natively without scripts; with them the result appears in place. */
export function VerifyPage() {
  const { verified } = usePageData();
  const [state, setState] = useState<State>(
    verified === undefined
      ? { name: "open" }
      : "problem" in verified
        ? { name: "refused", problem: verified.problem }
        : { name: "answered", ...verified },
  );
  const field = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const hasAsked = useRef(false);
  /** Increases with each question and edit: responses to an earlier text are dropped. */
  const turn = useRef(0);

  function forget() {
    turn.current += 1;
    setState({ name: "open" });
  }

  useEffect(() => {
    // The browser may have restored the field, or the visitor typed before hydration: then the document's result is for
    // another text.
    const typed = field.current?.querySelector("input")?.value;
    if (verified !== undefined && typed !== verified.text) setState({ name: "open" });
  }, [verified]);

  useEffect(() => {
    // The result takes the focus; a document that came with it is read from the top.
    if (!hasAsked.current) return;
    if (state.name === "answered") heading.current?.focus();
    if (state.name === "refused") field.current?.querySelector("input")?.focus();
  }, [state]);

  async function check(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state.name === "checking") return;
    const typed = new FormData(event.currentTarget).get("text");
    const text = typeof typed === "string" ? typed : "";
    hasAsked.current = true;
    const asked = (turn.current += 1);
    setState({ name: "checking" });
    try {
      const verdict = await verifyApi.verify(text);
      if (asked === turn.current) setState({ name: "answered", text, verdict });
    } catch (error) {
      if (asked !== turn.current) return;
      const failure = error instanceof ApiError ? error : undefined;
      const problem = failure?.errors["text"];
      if (problem !== undefined) setState({ name: "refused", problem });
      else setState({ name: "failed", message: failure?.serverMessage ?? checkFailed(failure?.status === 0) });
    }
  }

  const isChecking = state.name === "checking";
  return (
    <section className="narrow">
      <h1>Is this really you?</h1>
      <p>
        Somebody writes to you in our name? Put in their number, name, link or address, and see whether it is ours. We
        keep nothing of it.
      </p>
      <form ref={field} className="form" method="post" action={paths.verify} onSubmit={(event) => void check(event)}>
        <Field
          id="verify-text"
          label="Number, name, link or address"
          error={state.name === "refused" ? state.problem : undefined}
          hint="Such as +91 90000 00000, @example or a whole link"
          input={{
            name: "text",
            required: true,
            maxLength: channelLimits.value,
            defaultValue: verified?.text,
            onInput: forget,
            autoComplete: "off",
            autoCapitalize: "none",
            autoCorrect: "off",
            spellCheck: false,
            enterKeyHint: "go",
            autoFocus: verified !== undefined && "problem" in verified,
          }}
        />
        <Button type="submit" busy={isChecking}>
          {isChecking ? "Checking..." : "Check"}
        </Button>
      </form>
      <div aria-live="polite">
        {state.name === "answered" && <Outcome text={state.text} verdict={state.verdict} heading={heading} />}
        {state.name === "failed" && <Alert>{state.message}</Alert>}
      </div>
      <p>
        All our channels are on the <Link to={paths.contact}>contact page</Link>. What you check is not kept: see our{" "}
        <Link to={paths.privacy}>privacy policy</Link>.
      </p>
      <p>
        Does somebody pass for us, here or elsewhere? <Link to={paths.report}>Tell us of an impostor</Link>.
      </p>
    </section>
  );
}
