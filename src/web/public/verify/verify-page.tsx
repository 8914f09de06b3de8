import { copy } from "#copy/current.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Verdict } from "#contract/channels/verify.ts";
import { ApiError } from "#web/api/api-client.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { CheckForm } from "./check-form.tsx";
import { checkFailed } from "./verify-sentences.ts";
import { useActiveChannels, usePageData } from "#web/page/page-data.ts";
import { brandCopy } from "../channels/brand-copy.ts";
import { ChannelDisc, Description, Handle } from "../channels/channel-parts.tsx";
import { here, Link } from "#web/page/router.tsx";
import { keepPath, paths } from "#contract/paths.ts";
import { verifyApi } from "#web/api/verify-api.ts";
import { fieldId, Outcome } from "./outcome.tsx";
import "../texts.css";

/** Lists our channels, to compare by eye. */
function OurChannels() {
  const channels = useActiveChannels() ?? [];
  if (channels.length === 0) return null;
  return (
    <section>
      <h2>{copy.verify.listed}</h2>
      <dl className="listed">
        {channels.map((channel) => (
          <div key={channel._id}>
            <dt>
              <ChannelDisc type={channel.type} />
              {brandCopy(channel.type).label}
            </dt>
            <dd>
              <Handle channel={channel} />
            </dd>
            <dd>
              <Description channel={channel} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type State =
  | { name: "open" | "checking" }
  | { name: "answered"; text: string; verdict: Verdict }
  | { name: "refused"; problem: string }
  | { name: "failed"; message: string };

/** The form posts natively without scripts; with them the result appears in place. */
export function VerifyPage() {
  const { verified } = usePageData();
  const [state, setState] = useState<State>(
    verified === undefined
      ? { name: "open" }
      : "problem" in verified
        ? { name: "refused", problem: verified.problem }
        : { name: "answered", ...verified },
  );
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const hasAsked = useRef(false);
  /** Increases with each question and edit: responses to an earlier text are dropped. */
  const turn = useRef(0);

  function clearResult() {
    turn.current += 1;
    setState({ name: "open" });
  }

  useEffect(() => {
    // The browser may have restored the field, or the visitor typed before hydration: then the document's result is for
    // another text.
    const typed = form.current?.querySelector("input")?.value;
    if (verified !== undefined && typed !== verified.text) setState({ name: "open" });
  }, [verified]);

  useEffect(() => {
    // The result takes the focus; a document that came with it is read from the top.
    if (!hasAsked.current) return;
    if (state.name === "answered") {
      heading.current?.focus({ preventScroll: true });
      heading.current?.closest(".verdict")?.scrollIntoView({ block: "nearest" });
    }
    if (state.name === "refused") form.current?.querySelector("input")?.focus();
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

  return (
    <div className="with-aside">
      <section className="stack">
        <div>
          <h1>{copy.verify.title}</h1>
          <div className="seam" />
          <p className="lead">{copy.verify.lead}</p>
        </div>
        <CheckForm
          id={fieldId}
          ref={form}
          label={copy.verify.label}
          error={state.name === "refused" ? state.problem : undefined}
          isChecking={state.name === "checking"}
          input={{
            defaultValue: verified?.text,
            onInput: clearResult,
            autoFocus: verified !== undefined && "problem" in verified,
          }}
          onSubmit={(event) => void check(event)}
        />
        <div aria-live="polite">
          {state.name === "answered" && <Outcome text={state.text} verdict={state.verdict} heading={heading} />}
          {state.name === "failed" && <Alert>{state.message}</Alert>}
        </div>
      </section>
      <aside className="stack">
        <section className="warning-signs">
          <h2>{copy.verify.signsTitle}</h2>
          <ul>
            {copy.verify.signs.map((sign) => (
              <li key={sign}>
                <Icon name="warning" />
                {sign}
              </li>
            ))}
          </ul>
        </section>
        <div className="card page-links">
          <Link className="quiet-link" to={paths.report}>
            {copy.report.title}
            <Icon name="chevron" />
          </Link>
          <a className="quiet-link" href={here(keepPath)}>
            {copy.ui.keep}
            <Icon name="chevron" />
          </a>
        </div>
      </aside>
      <OurChannels />
    </div>
  );
}
