import { brandCopy } from "#web/public/channels/brand-copy.ts";
import { teamCopy } from "#copy/current.ts";
import type { ReadNumber } from "#domain/brands/brand.ts";
import { inputOf } from "#domain/brands/brand-inputs.ts";
import { type ChannelType, channelTypes } from "#domain/brands/brands.ts";
import { channelLimits } from "#domain/channels/channel-list.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Field, Select } from "#web/ui/fields/field.tsx";
import { checkedChannel } from "./checked-channel.ts";
import { useNumberReader } from "./use-number-reader.ts";

interface FieldProps {
  id: string;
  /** The server's error. */
  error: string | undefined;
  onChange: (text: string) => void;
}

/** The type of a channel, chosen from all. */
export function TypeField(props: {
  id: string;
  type: ChannelType;
  error: string | undefined;
  onChange: (type: ChannelType) => void;
}) {
  const { id, type, error, onChange } = props;
  return (
    <Select
      id={id}
      label={teamCopy.channels.editor.type}
      value={type}
      error={error}
      // The options are the channel types.
      onChange={({ target }) => onChange(target.value as ChannelType)}
    >
      {channelTypes.map((name) => (
        <option key={name} value={name}>
          {brandCopy(name).label}
        </option>
      ))}
    </Select>
  );
}

/** A channel's value, with an example of its type and its destination. */
export function ValueField(props: FieldProps & { type: ChannelType; value: string }) {
  const { id, type, value, error, onChange } = props;
  const { field, example } = inputOf(type);
  const read = useNumberReader();
  const { offer } = checkedChannel(type, value, read);
  return (
    <Field
      id={id}
      label={teamCopy.channels.editor.value}
      error={error}
      hint={
        <>
          {field === "url" && <span>{teamCopy.channels.editor.pasteUrl} </span>}
          {/* The preview of a rejected value would repeat the error. */}
          {error === undefined && <LinkPreview type={type} value={value} read={read} />}
          {value.trim() !== "" && offer !== undefined && (
            <Button variant="secondary" size="small" onClick={() => onChange(offer)}>
              {teamCopy.channels.editor.saveAs(offer)}
            </Button>
          )}
        </>
      }
      input={{
        type: field === "email" ? "email" : "text",
        inputMode: field === "tel" ? "tel" : "text",
        autoComplete: "off",
        autoCapitalize: "none",
        spellCheck: false,
        required: true,
        maxLength: channelLimits.value,
        placeholder: example,
        value,
        onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
      }}
    />
  );
}

/** The texts of a channel besides its value. */
export function DescriptionField({ id, proof, error, onChange }: FieldProps & { proof: string }) {
  return (
    <Field
      id={id}
      label={teamCopy.channels.editor.descriptionOptional}
      error={error}
      hint={teamCopy.channels.editor.describes}
      rows={1}
      input={{
        maxLength: channelLimits.proof,
        value: proof,
        onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
      }}
    />
  );
}

/** A value's destination as a link to try; a note if it opens nothing, and nothing without a value. */
function LinkPreview({ type, value, read }: { type: ChannelType; value: string; read: ReadNumber | undefined }) {
  if (value.trim() === "") return null;
  const link = checkedChannel(type, value, read);
  if (!link.ok) return <span className="preview">{teamCopy.channels.editor.opensNothing(link.problem)}</span>;
  return (
    <span className="preview">
      {teamCopy.channels.editor.opensInTab}{" "}
      <a href={link.href} target="_blank" rel="noopener noreferrer">
        {link.href}
      </a>
      {link.warning !== undefined && <span className="warning">{link.warning}</span>}
    </span>
  );
}

/**
 * The errors of one part of a form, such as `hours`, by the field names in it; the part's own error has the empty name.
 */
export function partErrors(errors: Readonly<Record<string, string>>, part: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) => {
      if (field === part) return [["", message]];
      return field.startsWith(`${part}.`) ? [[field.slice(part.length + 1), message]] : [];
    }),
  );
}
