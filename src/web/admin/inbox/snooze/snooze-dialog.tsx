import "./snooze-dialog.css";
import { teamCopy } from "#copy/current.ts";
import { zoneText } from "#copy/locale/intl.ts";
import { type FormEvent, useRef, useState } from "react";
import type { Snooze } from "#contract/inbox/inbox.ts";
import { maySnooze } from "#domain/inquiries/snooze.ts";
import { instantOf, wallTimeOf } from "#web/admin/forms/wall-time.ts";
import { useDateFormats } from "#web/admin/shell/dates.ts";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { useSite } from "#web/page/page-data.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { useFocusFirstInvalid } from "#web/ui/fields/use-focus-first-invalid.ts";
import type { Changeable, InquiryActions } from "../use-changes.ts";
import { snoozedText } from "./snooze-text.ts";
import { snoozeTimes } from "./snooze-times.ts";

/** Asks until when these inquiries are snoozed; closed without any. */
export function SnoozeDialog(props: {
  inquiries: readonly Changeable[] | undefined;
  actions: InquiryActions;
  onClose: () => void;
}) {
  const { inquiries, actions, onClose } = props;
  const open = (inquiries ?? []).filter(({ status }) => maySnooze(status));
  const dates = useDateFormats();

  function snooze(until: Snooze["until"]) {
    onClose();
    actions.change(open, { snoozedUntil: until }, snoozedText(until, dates));
  }

  return (
    <Dialog
      open={inquiries !== undefined}
      onClose={onClose}
      title={teamCopy.inbox.snooze.title(inquiries?.length ?? 1)}
      id="snooze-title"
      className="snooze-dialog"
    >
      {inquiries !== undefined &&
        (open.length === 0 ? <p>{teamCopy.inbox.snooze.none}</p> : <Choices onChoose={snooze} />)}
    </Dialog>
  );
}

function Choices({ onChoose }: { onChoose: (until: Snooze["until"]) => void }) {
  const { timeZone } = useSite();
  const dates = useDateFormats();
  const form = useRef<HTMLFormElement>(null);
  const [now] = useState(() => Date.now());
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<{ text: string }>();
  useFocusFirstInvalid(form, error ?? null);

  function chooseOwn(event: FormEvent) {
    event.preventDefault();
    const until = instantOf(typed, timeZone);
    if (until === undefined) setError({ text: teamCopy.inbox.snooze.missing });
    else if (Date.parse(until) <= Date.now()) setError({ text: teamCopy.inbox.snooze.past });
    else onChoose(until);
  }

  return (
    <>
      <p className="dialog-lead">{teamCopy.inbox.snooze.lead}</p>
      <ul className="snooze-times">
        {snoozeTimes(now, timeZone).map(({ label, until }, at) => (
          <li key={label}>
            <button
              // The attribute, which makes the dialog focus the first.
              ref={at === 0 ? (button) => button?.setAttribute("autofocus", "") : undefined}
              type="button"
              onClick={() => onChoose(until)}
            >
              <AdminIcon name="clock" />
              <span>{label}</span>{" "}
              <time dateTime={until}>
                {dates.day(until, now)}, {dates.time(until)}
              </time>
            </button>
          </li>
        ))}
        <li>
          <button type="button" onClick={() => onChoose("answer")}>
            <AdminIcon name="mail" />
            <span>{teamCopy.inbox.snooze.answer}</span>
          </button>
        </li>
      </ul>
      <form ref={form} className="form snooze-own" noValidate onSubmit={chooseOwn}>
        <Field
          id="snooze-own"
          label={teamCopy.inbox.snooze.own}
          error={error?.text}
          hint={teamCopy.inbox.snooze.zone(zoneText(timeZone, teamCopy.shell.indianTime))}
          input={{
            type: "datetime-local",
            min: wallTimeOf(now, timeZone),
            value: typed,
            onChange: ({ target }: { target: { value: string } }) => setTyped(target.value),
          }}
        />
        <Button type="submit" variant="secondary">
          {teamCopy.inbox.snooze.snooze}
        </Button>
      </form>
    </>
  );
}
