import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Contact, ContactInput } from "#contract/contact.ts";
import { channelLimits, type ChannelType, channelTypes, linkTypes } from "#domain/channel.ts";
import { ApiError } from "../../../api-client.ts";
import { TextField } from "../../../components/text-field.tsx";
import { channelWords } from "../../../content/channels.ts";
import { actionFailureText } from "../failure-text.ts";
import { LinkPreview } from "./link-preview.tsx";
import { SubmitButton } from "../submit-button.tsx";
import { Switch } from "../switch.tsx";
import { useSite } from "../../../page-data.ts";
import { CardPreview } from "./card-preview.tsx";
import { draftOf, hoursOf } from "./hours-draft.ts";
import { HoursEditor } from "./hours-editor.tsx";
import { partErrors } from "./part-errors.ts";

/**
 * The fields of a contact, empty or those of `contact`. `save` sends them, and throws where the server refuses: what is wrong
 * then stands at its field, and everything typed stays. `id` tells the fields of two forms on one page apart.
 */
export function ContactForm(props: {
  id: string;
  contact?: Contact;
  action: string;
  busyAction: string;
  save: (contact: ContactInput) => Promise<unknown>;
  onSaved: () => void;
  /** Stands beside the button that saves. */
  children?: ReactNode;
}) {
  const { id, contact, action, busyAction, save, onSaved, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [type, setType] = useState<ChannelType>(contact?.type ?? "phone");
  const [value, setValue] = useState(contact?.value ?? "");
  const [proof, setProof] = useState(contact?.proof ?? "");
  const [isActive, setActive] = useState(contact?.isActive ?? true);
  const { timeZone } = useSite();
  const [hours, setHours] = useState(() => draftOf(contact?.hours, timeZone));
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ text: string }>();
  const [errors, setErrors] = useState<Record<string, string>>({});

  useEffect(() => {
    if (refusal !== undefined) form.current?.querySelector<HTMLElement>("[aria-invalid], [data-refused]")?.focus();
  }, [refusal]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await save({ type, value, proof, isActive, hours: hoursOf(hours) });
      setBusy(false);
      onSaved();
    } catch (error) {
      setBusy(false);
      setErrors(error instanceof ApiError ? error.errors : {});
      setRefusal({ text: actionFailureText(error) });
    }
  }

  /** What the server said of the value is about another one now. */
  function forgetValueError() {
    setErrors((all) => Object.fromEntries(Object.entries(all).filter(([field]) => field !== "value")));
  }

  const isLink = linkTypes.has(type);
  // The preview of a refused value would only say the same once more.
  const preview = errors["value"] === undefined && <LinkPreview type={type} value={value} />;
  return (
    <form ref={form} id={id} className="form" onSubmit={(event) => void send(event)}>
      {refusal !== undefined && <p className="refusal">{refusal.text}</p>}
      <div className="field">
        <label htmlFor={`${id}-type`}>Type</label>
        <select
          id={`${id}-type`}
          value={type}
          onChange={(event) => {
            // The options are the channel types.
            setType(event.target.value as ChannelType);
            forgetValueError();
          }}
        >
          {channelTypes.map((name) => (
            <option key={name} value={name}>
              {channelWords[name].label}
            </option>
          ))}
        </select>
      </div>
      <TextField
        id={`${id}-value`}
        label="Value"
        error={errors["value"]}
        hint={
          <>
            {isLink && <span>Paste the full URL, starting with https://. </span>}
            {preview}
          </>
        }
        input={{
          type: type === "email" ? "email" : "text",
          inputMode: type === "phone" ? "tel" : "text",
          autoComplete: "off",
          autoCapitalize: "none",
          spellCheck: false,
          required: true,
          maxLength: channelLimits.value,
          placeholder: channelWords[type].example,
          value,
          onChange: (event: { target: { value: string } }) => {
            setValue(event.target.value);
            forgetValueError();
          },
        }}
      />
      <TextField
        id={`${id}-proof`}
        label="Description"
        error={errors["proof"]}
        hint="Optional. Visitors see it under the channel."
        rows={2}
        input={{
          maxLength: channelLimits.proof,
          value: proof,
          onChange: ({ target }: { target: { value: string } }) => setProof(target.value),
        }}
      />
      <Switch checked={isActive} onChange={({ target }) => setActive(target.checked)}>
        Active
      </Switch>
      <HoursEditor id={`${id}-hours`} draft={hours} errors={partErrors(errors, "hours")} onChange={setHours} />
      <CardPreview
        id={`${id}-preview`}
        draft={{
          _id: contact?._id ?? id,
          type,
          value: value.trim(),
          isActive,
          proof: proof.trim(),
          hours: hoursOf(hours),
        }}
      />
      <div className="form-actions">
        <SubmitButton busy={busy} busyText={busyAction}>
          {action}
        </SubmitButton>
        {children}
      </div>
    </form>
  );
}
