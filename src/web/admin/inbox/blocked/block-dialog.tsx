import { teamCopy } from "#copy/current.ts";
import { type FormEvent, useRef, useState } from "react";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import type { SenderKind } from "#domain/inquiries/blocked-sender.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { useFocusFirstInvalid } from "#web/ui/fields/use-focus-first-invalid.ts";
import type { InquiryActions } from "../use-changes.ts";

/** Asks what of an inquiry's sender is blocked; closed without an inquiry. */
export function BlockDialog(props: {
  inquiry: InquiryDetail | undefined;
  actions: InquiryActions;
  onClose: () => void;
}) {
  const { inquiry, actions, onClose } = props;
  return (
    <Dialog open={inquiry !== undefined} onClose={onClose} title={teamCopy.inbox.blocked.title} id="block-title">
      {inquiry !== undefined && (
        <BlockForm
          key={inquiry.id}
          kinds={inquiry.blockable}
          onBlock={(kinds) => {
            onClose();
            actions.block({ inquiry, input: { phone: kinds.has("phone"), email: kinds.has("email") } });
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function BlockForm(props: {
  kinds: readonly SenderKind[];
  onBlock: (kinds: ReadonlySet<SenderKind>) => void;
  onClose: () => void;
}) {
  const { kinds, onBlock, onClose } = props;
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState<ReadonlySet<SenderKind>>(new Set(kinds));
  const [rejection, setRejection] = useState<object>();
  useFocusFirstInvalid(form, rejection);

  function send(event: FormEvent) {
    event.preventDefault();
    if (chosen.size === 0) setRejection({});
    else onBlock(chosen);
  }

  return (
    <form ref={form} className="form" onSubmit={send}>
      <p className="dialog-lead">{teamCopy.inbox.blocked.lead}</p>
      <fieldset className="choices">
        <legend className="visually-hidden">{teamCopy.inbox.blocked.title}</legend>
        {kinds.map((kind) => (
          <label key={kind} className="choice">
            <input
              type="checkbox"
              checked={chosen.has(kind)}
              onChange={({ target }) => {
                const next = new Set(chosen);
                if (target.checked) next.add(kind);
                else next.delete(kind);
                setChosen(next);
              }}
            />
            <span>{teamCopy.inbox.blocked.choices[kind]}</span>
          </label>
        ))}
        {rejection !== undefined && chosen.size === 0 && (
          <p className="error" tabIndex={-1} role="alert" data-refused>
            {teamCopy.inbox.blocked.none}
          </p>
        )}
      </fieldset>
      <p className="hint">{teamCopy.inbox.blocked.strangers}</p>
      <div className="form-actions">
        <Button variant="secondary" onClick={onClose}>
          {teamCopy.forms.cancel}
        </Button>
        <Button type="submit" variant="danger">
          {teamCopy.inbox.blocked.block}
        </Button>
      </div>
    </form>
  );
}
