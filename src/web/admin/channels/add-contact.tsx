import { useRef, useState } from "react";
import { ContactForm } from "./editor/contact-form.tsx";
import { useAddContact } from "./use-contacts.ts";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { Button } from "#web/ui/button.tsx";

/** The form for a new contact, toggled by one button. Hiding it discards its fields. */
export function AddContact() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const ready = useHydrated();
  const add = useAddContact();

  function finish() {
    setOpen(false);
    // The button that had the focus is gone.
    button.current?.focus();
  }

  return (
    <div className="add-contact">
      <Button
        ref={button}
        variant={open ? "secondary" : undefined}
        disabled={!ready}
        aria-expanded={open}
        aria-controls={open ? "add-contact" : undefined}
        onClick={() => setOpen(!open)}
      >
        {open ? "Cancel" : "Add New Contact"}
      </Button>
      {open && (
        <ContactForm
          id="add-contact"
          action="Add Contact"
          busyAction="Adding..."
          save={(fields) => add.mutateAsync(fields)}
          onSaved={finish}
        />
      )}
    </div>
  );
}
