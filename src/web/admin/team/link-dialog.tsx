import { useRef } from "react";
import type { Invited } from "#contract/team.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { useToast } from "#web/ui/toast.tsx";

/** Shows a one-time link, which the server does not show again; closed without one. */
export function LinkDialog({ invited, onClose }: { invited: Invited | undefined; onClose: () => void }) {
  return (
    <Dialog open={invited !== undefined} onClose={onClose} title="Pass this link on" id="link-title">
      {invited !== undefined && <Link invited={invited} onClose={onClose} />}
    </Dialog>
  );
}

function Link({ invited, onClose }: { invited: Invited; onClose: () => void }) {
  const { member, link, mailed } = invited;
  const form = useRef<HTMLDivElement>(null);
  const toast = useToast();

  async function copy() {
    const field = form.current?.querySelector("input");
    if (!field) return;
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      toast("success", "The link is copied");
    } catch {
      // Plain http has no clipboard API; the link is selected, so that one key copies it.
      toast("error", "Please copy the selected link yourself");
    }
  }

  return (
    <div ref={form} className="form">
      <p>
        With it, <strong>{member.email}</strong> sets a password. It works once, for a limited time, and is not shown
        again{mailed ? ". It has also gone out by mail." : "."}
      </p>
      <Field
        id="one-time-link"
        label="One-time link"
        hint="Whoever opens it first is signed in: hand it over in a private chat or in person, not in a group."
        input={{ readOnly: true, value: new URL(link, location.href).href, onFocus: (event) => event.target.select() }}
      />
      <div className="form-actions">
        <Button onClick={() => void copy()}>Copy the link</Button>
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
