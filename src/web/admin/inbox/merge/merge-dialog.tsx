import { teamCopy } from "#copy/current.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import type { InquiryDetail, InquirySummary } from "#contract/inbox/inbox.ts";
import { readReference } from "#domain/inquiries/inquiry.ts";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { Ago, useNow } from "#web/admin/shell/ago.tsx";
import { useDateFormats } from "#web/admin/shell/dates.ts";
import { inboxApi } from "#web/api/inbox-api.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { langOf } from "#web/ui/text-language.ts";
import { useFocusFirstInvalid } from "#web/ui/fields/use-focus-first-invalid.ts";
import type { InquiryActions } from "../use-changes.ts";
import "./merge.css";

interface MergeDialogProps {
  inquiry: InquiryDetail;
  actions: InquiryActions;
  open: boolean;
  onClose: () => void;
}

/** Finds an inquiry by its reference, shows whose it is, and merges it into the open one. */
export function MergeDialog(props: MergeDialogProps) {
  const { inquiry, open, onClose } = props;
  const obstacle = obstacleTo(inquiry);
  return (
    <Dialog open={open} onClose={onClose} title={teamCopy.inboxList.merge.title} id="merge-title">
      {open && (obstacle === undefined ? <FindForm {...props} /> : <p>{obstacle}</p>)}
    </Dialog>
  );
}

/** Returns why nothing can be merged into an inquiry. */
export function obstacleTo({ binned, mergedInto, status }: InquiryDetail): string | undefined {
  if (binned !== null) return teamCopy.inboxList.merge.cannot.binned;
  if (mergedInto !== null) return teamCopy.inboxList.merge.cannot.merged;
  return status === "suspected" ? teamCopy.inboxList.merge.cannot.suspected : undefined;
}

function FindForm({ inquiry, actions, onClose }: MergeDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState("");
  const [invalid, setInvalid] = useState<{ text: string }>();
  const [found, setFound] = useState<InquirySummary>();
  useFocusFirstInvalid(form, invalid ?? null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (reference: string) => {
      const { inquiries } = await inboxApi.list(
        { search: reference },
        { after: null, limit: 1 },
        AbortSignal.timeout(30_000),
      );
      return inquiries.find((each) => each.reference === reference);
    },
    onSuccess(one) {
      const text = problemOf(one, inquiry);
      setInvalid(text === undefined ? undefined : { text });
      setFound(text === undefined ? one : undefined);
    },
  });

  function find(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    setFound(undefined);
    const reference = readReference(typed);
    if (reference === null) setInvalid({ text: teamCopy.inboxList.merge.errors.format });
    else mutate(reference);
  }

  return (
    <form ref={form} className="form" noValidate onSubmit={find}>
      <p className="dialog-lead">{teamCopy.inboxList.merge.lead}</p>
      <Field
        id="merge-reference"
        label={teamCopy.inboxList.merge.label}
        hint={teamCopy.inboxList.merge.hint}
        error={invalid?.text}
        input={{
          // The attribute, which makes the dialog focus it.
          ref: (field: HTMLElement | null) => field?.setAttribute("autofocus", ""),
          value: typed,
          autoComplete: "off",
          autoCapitalize: "characters",
          spellCheck: false,
          onChange({ target }: { target: { value: string } }) {
            setTyped(target.value);
            setFound(undefined);
          },
        }}
      />
      {error !== null && <Alert role="alert">{actionFailureText(error)}</Alert>}
      <div className="form-actions">
        <Button type="submit" variant="secondary" busy={isPending}>
          {isPending ? teamCopy.inboxList.merge.finding : teamCopy.inboxList.merge.find}
        </Button>
      </div>
      {/* Stands below, so that a second press at the same place merges nothing. */}
      <div className="merge-result" role="status">
        {found !== undefined && (
          <>
            <Found inquiry={found} />
            <Button
              onClick={() => {
                onClose();
                actions.merge({ from: found, into: inquiry });
              }}
            >
              {teamCopy.inboxList.merge.merge}
            </Button>
          </>
        )}
      </div>
    </form>
  );
}

/** Shows the visitor and the message, so that nobody else's inquiry is merged by a mistyped reference. */
function Found({ inquiry }: { inquiry: InquirySummary }) {
  const { reference, status, name, excerpt, reported, receivedAt } = inquiry;
  const dates = useDateFormats();
  const now = useNow();
  return (
    <div className="merge-found">
      <p>
        <strong dir="auto" lang={langOf(name)}>
          {name || teamCopy.inbox.report}
        </strong>{" "}
        <span className="inquiry-reference">{reference}</span> <span>{teamCopy.inbox.statuses[status]}</span>{" "}
        <Ago at={receivedAt} now={now} dates={dates} />
      </p>
      <p dir="auto" lang={langOf(excerpt)}>
        {excerpt || reported}
      </p>
    </div>
  );
}

function problemOf(one: InquirySummary | undefined, { id }: InquiryDetail): string | undefined {
  if (one === undefined) return teamCopy.inboxList.merge.errors.none;
  if (one.id === id) return teamCopy.inboxList.merge.errors.itself;
  if (one.binned !== null) return teamCopy.inboxList.merge.errors.binned;
  return one.mergedInto === null ? undefined : teamCopy.inboxList.merge.errors.merged(one.mergedInto.reference);
}
