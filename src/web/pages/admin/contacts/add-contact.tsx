import { useRef, useState } from "react";
import { ContactForm } from "./contact-form.tsx";
import { useAddContact } from "./use-contacts.ts";
import { useTakenOver } from "../../../components/use-taken-over.ts";

/** The form for a new contact, shown and hidden by one button. Hidden, it keeps nothing. */
export function AddContact() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const ready = useTakenOver();
  const add = useAddContact();

  function finish() {
    setOpen(false);
    // The button that had the focus is gone.
    button.current?.focus();
  }

  return (
    <div className="add-contact">
      <button
        ref={button}
        type="button"
        className={open ? "button quiet" : "button"}
        disabled={!ready}
        aria-expanded={open}
        aria-controls={open ? "add-contact" : undefined}
        onClick={() => setOpen(!open)}
      >
        {open ? "Cancel" : "Add New Contact"}
      </button>
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
