import { copy } from "#copy/current.ts";
import { here } from "#web/page/router.tsx";
import type { ComponentProps, ReactNode, Ref } from "react";
import { paths } from "#contract/paths.ts";
import { channelLimits } from "#domain/channels/channel-list.ts";
import { useInvalid } from "#web/ui/fields/use-invalid.ts";
import { Button } from "#web/ui/buttons/button.tsx";

/** The form that asks whether a text is ours; it posts natively unless `onSubmit` prevents it. */
export function CheckForm(props: {
  id: string;
  /** A heading, above a label that says more. */
  children?: ReactNode;
  label: string;
  error?: string | undefined;
  isChecking?: boolean;
  input?: ComponentProps<"input">;
  ref?: Ref<HTMLFormElement>;
  onSubmit?: ComponentProps<"form">["onSubmit"];
}) {
  const { id, children, label, isChecking = false, input, ref, onSubmit } = props;
  const { problem, watch } = useInvalid(label);
  const error = problem ?? props.error;
  return (
    <form
      ref={ref}
      className="card check"
      method="post"
      action={`${here(paths.verify)}#verdict`}
      onSubmit={onSubmit}
      {...watch}
    >
      {children}
      <label htmlFor={id}>{label}</label>
      <div className="ask">
        <input
          id={id}
          name="text"
          required
          maxLength={channelLimits.value}
          placeholder="+91 90000 00000"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
          {...input}
        />
        <Button type="submit" variant="contrast" busy={isChecking}>
          {isChecking ? copy.verify.checking : copy.verify.check}
        </Button>
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className="soft small-text">
        {children === undefined ? copy.verify.longHint : copy.verify.hint}
      </p>
    </form>
  );
}
