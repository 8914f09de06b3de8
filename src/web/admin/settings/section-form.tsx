import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { SettingsSaved } from "#contract/settings.ts";
import type { DeliveryChannel } from "#domain/delivery.ts";
import { ApiError } from "#web/api/api-client.ts";
import { actionFailureText } from "../shell/failure.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { useFocusFirstInvalid } from "#web/ui/use-focus-first-invalid.ts";
import { isStale, type SettingsChange, useSaveSettings } from "./use-settings.ts";
import { useMutation } from "@tanstack/react-query";
import { settingsApi } from "#web/api/settings-api.ts";

/** What a section's fields need from its form. */
export interface SectionState {
  /** The server's errors, by field name in the section. */
  errors: Record<string, string>;
  /** Increases with each save, to clear the field of a new secret. */
  saves: number;
}

/**
 * One section of the settings with a `Save` button: errors show at their fields, and everything typed stays. `id` is
 * the section's name in the settings and the prefix of its field names; `read` makes the change from the form's data.
 */
export function SectionForm(props: {
  id: string;
  title: string;
  lead: ReactNode;
  read: (typed: FormData) => SettingsChange;
  /** For a delivery: whether it is set up, and what switches it off. */
  channel?: { name: DeliveryChannel; isSetUp: boolean; off: SettingsChange };
  /** The question before a change is saved; undefined if it can simply be undone. */
  ask?: (change: SettingsChange) => { title: string; meaning: string; action: string } | undefined;
  children: (state: SectionState) => ReactNode;
  onSaved?: (saved: SettingsSaved) => void;
}) {
  const { id, title, lead, read, channel, ask, children, onSaved } = props;
  const form = useRef<HTMLFormElement>(null);
  const save = useSaveSettings();
  const [saves, setSaves] = useState(0);
  const [shows, setShows] = useState(0);
  const [changed, setChanged] = useState(false);
  const [asked, setAsked] = useState<SettingsChange>();
  const question = asked === undefined ? undefined : ask?.(asked);
  const { error } = save;
  const errors = error instanceof ApiError ? ofSection(error.errors, id) : {};

  useFocusFirstInvalid(form, error);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    const change = read(new FormData(event.currentTarget));
    if (ask?.(change) === undefined) saveChange(change);
    else setAsked(change);
  }

  function saveChange(change: SettingsChange) {
    setAsked(undefined);
    save.mutate(change, {
      onSuccess: (saved) => {
        setSaves((times) => times + 1);
        setChanged(false);
        onSaved?.(saved);
      },
    });
  }

  /** Replaces what was typed by the present settings. */
  function showCurrent() {
    save.reset();
    setChanged(false);
    setShows((times) => times + 1);
  }

  return (
    <section className="settings-section" aria-labelledby={`${id}-title`}>
      <div className="settings-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {channel !== undefined && <Badge>{channel.isSetUp ? "On" : "Off"}</Badge>}
      </div>
      <p>{lead}</p>
      <form
        ref={form}
        className="form"
        // The server's error shows at its field.
        noValidate
        onSubmit={send}
        onInput={() => setChanged(true)}
      >
        {error !== null && (
          <Alert>
            <p>{isStale(error) ? stale : actionFailureText(error)}</p>
            {isStale(error) && (
              <Button variant="secondary" onClick={showCurrent}>
                Show the saved ones
              </Button>
            )}
          </Alert>
        )}
        <div key={shows} className="settings-fields">
          {children({ errors, saves })}
        </div>
        <div className="form-actions">
          <SubmitButton busy={save.isPending} busyText="Saving...">
            Save
          </SubmitButton>
          {channel?.isSetUp === true && (
            <>
              <TestButton channel={channel.name} changed={changed} />
              <SwitchOff
                id={id}
                title={title}
                off={channel.off}
                onOff={() => {
                  setChanged(false);
                  setShows((times) => times + 1);
                }}
              />
            </>
          )}
        </div>
      </form>
      {ask !== undefined && (
        <ConfirmDialog
          open={question !== undefined}
          title={question?.title ?? ""}
          id={`${id}-question`}
          action={question?.action ?? ""}
          busyAction="Saving..."
          busy={false}
          failure={undefined}
          onConfirm={() => asked && saveChange(asked)}
          onClose={() => setAsked(undefined)}
        >
          {question?.meaning}
        </ConfirmDialog>
      )}
    </section>
  );
}

const stale =
  "Somebody has changed the settings in the meantime. What you typed is still here: save it once more to put it " +
  "in the place of theirs.";

/** The errors of a section, by its own field names. */
function ofSection(errors: Record<string, string>, id: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [
      field.startsWith(`${id}.`) ? field.slice(id.length + 1) : field,
      message,
    ]),
  );
}

/** Switches a delivery off after confirmation, since its secret is deleted. */
function SwitchOff(props: { id: string; title: string; off: SettingsChange; onOff: () => void }) {
  const { id, title, off, onOff } = props;
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error, reset } = useSaveSettings();

  function close() {
    reset();
    setAsking(false);
  }

  function failureText(failure: Error): string {
    return isStale(failure)
      ? "Somebody has changed the settings in the meantime. Press once more if it should still be switched off."
      : actionFailureText(failure);
  }

  function confirm() {
    mutate(off, {
      onSuccess: () => {
        close();
        onOff();
      },
    });
  }

  return (
    <>
      <Button variant="danger-outline" onClick={() => setAsking(true)}>
        Switch off
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Switch off: ${title}?`}
        id={`${id}-off`}
        action="Switch off"
        busyAction="Switching off..."
        busy={isPending}
        failure={error === null ? undefined : failureText(error)}
        onConfirm={confirm}
        onClose={close}
      >
        These settings and their secret are forgotten. Nothing more is sent this way.
      </ConfirmDialog>
    </>
  );
}

/**
 * Sends a test over a delivery, and shows the result. `changed`: the form has unsaved changes, which the test would not
 * use.
 */
function TestButton({ channel, changed }: { channel: DeliveryChannel; changed: boolean }) {
  const [unsaved, setUnsaved] = useState(false);
  const test = useMutation({ mutationFn: () => settingsApi.test(channel) });
  const { data, error, isPending } = test;

  function send() {
    if (isPending) return;
    setUnsaved(changed);
    if (changed) test.reset();
    else test.mutate();
  }

  return (
    <>
      <Button variant="secondary" busy={isPending} onClick={send}>
        {isPending ? "Sending..." : "Send a test"}
      </Button>
      <div className="test-outcome" role="status">
        {unsaved && changed && <p>Save first: a test uses what is saved.</p>}
        {!isPending && data !== undefined && (
          <Alert tone={data.delivered ? "success" : undefined}>{data.message}</Alert>
        )}
        {!isPending && error !== null && <Alert>{actionFailureText(error)}</Alert>}
      </div>
    </>
  );
}
