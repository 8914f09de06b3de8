import { teamCopy } from "#copy/current.ts";
import { isStale } from "#web/api/team-call.ts";
import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import { createContext, type FormEvent, type ReactNode, use, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import type { DeliveryChannel } from "#domain/delivery.ts";
import { ApiError } from "#web/api/api-client.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { useFocusFirstInvalid } from "#web/ui/fields/use-focus-first-invalid.ts";
import { joined } from "#web/ui/joined.ts";
import { ConfirmDialog } from "../forms/confirm-dialog.tsx";
import { ConfirmedChange } from "../forms/confirmed-change.tsx";
import { actionFailureText } from "../forms/failure.tsx";
import { useReportUnsaved } from "../forms/unsaved-parts.tsx";
import { useFocusWhileSaving } from "../forms/use-focus-while-saving.ts";
import { type SectionName, sectionIcons } from "./settings-menu.ts";
import { type ShownState, StateCard } from "./state-card.tsx";
import { type SettingsChange, useSaveSettings } from "./use-settings.ts";

/** Whether the section is a step of the set-up: its fields are open at once, and the step has its name and its lead. */
export const IsStepContext = createContext(false);

/** The place beside the menu of the sections on phones, while a section is the one shown. */
export const SectionToolsContext = createContext<HTMLElement | null>(null);

/** A section's tools, beside the menu of the sections on phones. */
export function SectionTools({ children }: { children: ReactNode }) {
  const place = use(SectionToolsContext);
  return place && createPortal(children, place);
}

/** One section of the page: its heading, what it is for, and its content. */
export function Section(props: {
  id: string;
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Whether its content takes the whole width, as a list of columns does. */
  isWide?: boolean;
  /** Whether on phones its `SectionTools` take the place of its head: the menu of the sections says its name. */
  hasTools?: boolean;
  /** The card with its state, above its fields. */
  state?: ReactNode;
  /** What else there is to know: below the fields, and beside them at a desk. */
  about?: ReactNode;
  children: ReactNode;
}) {
  const { id, title, lead, actions, isWide = false, hasTools = false } = props;
  const { state, about, children } = props;
  if (use(IsStepContext)) return <div className="settings-section">{children}</div>;
  const hasColumns = state !== undefined || about !== undefined;
  return (
    <section
      className={joined("settings-section", isWide && "wide", hasTools && "with-tools")}
      aria-labelledby={`${id}-title`}
    >
      <header className="settings-head">
        <h2 id={`${id}-title`} tabIndex={-1}>
          {title}
        </h2>
        {actions !== undefined && <div className="settings-actions">{actions}</div>}
      </header>
      {lead !== undefined && <p className="page-lead">{lead}</p>}
      {hasColumns ? (
        <div className="settings-columns">
          {state}
          <div className="settings-main">{children}</div>
          {about !== undefined && about !== false && <div className="card settings-about">{about}</div>}
        </div>
      ) : (
        children
      )}
    </section>
  );
}

/** Focuses the heading of a section, for when the focused element disappears. */
export function focusSection(id: string): void {
  document.getElementById(`${id}-title`)?.focus({ preventScroll: true });
}

/**
 * A section with one form. While it has unsaved changes, a bar at the bottom of the screen saves or discards them.
 * Errors show at their fields, and everything typed stays. `id` is the section's name and the prefix of its fields in
 * the server's errors; `read` makes the change from the form's data.
 */
export function SectionForm<Change, Saved>(props: {
  id: SectionName;
  title: string;
  lead: ReactNode;
  read: (typed: FormData) => NoInfer<Change>;
  save: UseMutationResult<Saved, Error, Change>;
  /**
   * Facts about a service: whether it is set up, what an owner needs for that, and what switches it off, with what that
   * means if it is not the usual. `offTitle` says that it is off where a word is too little. `name` if a test can be
   * sent over it; `state` if it is more than on, and `facts` about it.
   */
  delivery?: {
    name?: DeliveryChannel;
    isSetUp: boolean;
    needs: string;
    off: SettingsChange;
    offMeaning?: string;
    offTitle?: string;
    state?: ShownState | undefined;
    facts?: ReactNode;
  };
  /** What else there is to know about it. */
  about?: ReactNode;
  /** The question before a change is saved; undefined if it can simply be undone. */
  ask?: (change: Change) => { title: string; meaning: string; action: string } | undefined;
  /** The fields; remounted with the saved values after each save. */
  children: (errors: Record<string, string>) => ReactNode;
  /** The state of a section that is no delivery. */
  above?: ReactNode;
  /** Stays through saves: what the server shows once. */
  below?: ReactNode;
  onSaved?: (saved: Saved) => void;
}) {
  const { id, title, lead, read, save, delivery, about, ask, children, above, below, onSaved } = props;
  const form = useRef<HTMLFormElement>(null);
  const [round, setRound] = useState(0);
  const [changed, setChanged] = useState(false);
  const [settingUp, setSettingUp] = useState(false);
  const [asked, setAsked] = useState<Change>();
  const question = asked === undefined ? undefined : ask?.(asked);
  const { error } = save;
  const errors = error instanceof ApiError ? ofSection(error.errors, id) : {};
  const isOff = delivery?.isSetUp === false;
  const isStep = use(IsStepContext);
  const isOpen = settingUp || (isStep && isOff);

  useFocusWhileSaving(form, save.isPending);
  useFocusFirstInvalid(form, error);
  useReportUnsaved(id, changed);

  function onInput({ currentTarget }: FormEvent<HTMLFormElement>) {
    const isChanged = isEdited(currentTarget);
    setChanged(isChanged);
    // Fields that have their saved values again need no correction.
    if (!isChanged && !save.isPending) save.reset();
  }

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    const change = read(new FormData(event.currentTarget));
    if (ask?.(change) === undefined) saveChange(change);
    else setAsked(() => change);
  }

  function saveChange(change: Change) {
    setAsked(undefined);
    save.mutate(change, {
      onSuccess: (saved) => {
        showSaved();
        onSaved?.(saved);
      },
    });
  }

  /** Replaces what was typed by the saved settings. */
  function showSaved() {
    save.reset();
    setChanged(false);
    setSettingUp(false);
    setRound((times) => times + 1);
    focusSection(id);
  }

  function setUp() {
    // The button that has the focus disappears.
    flushSync(() => setSettingUp(true));
    form.current?.querySelector("input")?.focus();
  }

  return (
    <Section
      id={id}
      title={title}
      lead={lead}
      about={about}
      state={
        delivery === undefined ? undefined : (
          <StateCard
            icon={sectionIcons[id]}
            state={
              isOff
                ? { text: delivery.offTitle ?? teamCopy.settings.off }
                : (delivery.state ?? { tone: "good", text: teamCopy.settings.on })
            }
            actions={
              isOff ? (
                settingUp ? undefined : (
                  <Button onClick={setUp}>{teamCopy.settings.form.setUp}</Button>
                )
              ) : (
                <SwitchOff id={id} title={title} {...delivery} onOff={showSaved} />
              )
            }
          >
            {isOff && (
              <p>
                {teamCopy.settings.form.needs} {delivery.needs}
              </p>
            )}
            {delivery.facts}
          </StateCard>
        )
      }
    >
      {above}
      {(!isOff || isOpen) && (
        <form
          ref={form}
          className="form"
          // The server's error shows at its field.
          noValidate
          onSubmit={send}
          onInput={onInput}
        >
          {error !== null && (
            <Alert role="alert">
              <p>{isStale(error) ? teamCopy.settings.form.stale : actionFailureText(error)}</p>
              {isStale(error) && (
                <Button variant="secondary" onClick={showSaved}>
                  {teamCopy.settings.form.showSaved}
                </Button>
              )}
            </Alert>
          )}
          <div key={round} className="settings-fields" inert={save.isPending}>
            {children(errors)}
          </div>
          {delivery?.name !== undefined && !isOff && <Test channel={delivery.name} changed={changed} />}
          {(changed || isOpen || save.isPending) && (
            <div className="save-bar">
              <p role="status">{changed && teamCopy.settings.form.unsaved}</p>
              {(changed || settingUp) && (
                <Button variant="quiet" onClick={() => !save.isPending && showSaved()}>
                  {changed ? teamCopy.forms.discard.action : teamCopy.forms.cancel}
                </Button>
              )}
              <SubmitButton busy={save.isPending} busyText={teamCopy.forms.saving}>
                {teamCopy.forms.save}
              </SubmitButton>
            </div>
          )}
        </form>
      )}
      {below}
      {ask !== undefined && (
        <ConfirmDialog
          open={question !== undefined}
          title={question?.title ?? ""}
          id={`${id}-question`}
          action={question?.action ?? ""}
          onConfirm={() => asked !== undefined && saveChange(asked)}
          onClose={() => setAsked(undefined)}
        >
          {question?.meaning}
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** The errors of a section, by its own field names. */
function ofSection(errors: Record<string, string>, id: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [
      field.startsWith(`${id}.`) ? field.slice(id.length + 1) : field,
      message,
    ]),
  );
}

/** Returns whether a control of the form differs from what it started with. */
function isEdited(form: HTMLFormElement): boolean {
  return [...form.elements].some((control) => {
    if (control instanceof HTMLSelectElement)
      return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
    if (control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio"))
      return control.checked !== control.defaultChecked;
    return (
      (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) &&
      control.value !== control.defaultValue
    );
  });
}

/** Switches a delivery off after confirmation, since its secret is deleted. */
function SwitchOff(props: { id: string; title: string; off: SettingsChange; offMeaning?: string; onOff: () => void }) {
  const { id, title, off, offMeaning = teamCopy.settings.form.switchOffMeaning, onOff } = props;
  const [asking, setAsking] = useState(false);
  const change = useSaveSettings(teamCopy.settings.form.toSwitchOff(title));
  return (
    <>
      <Button variant="danger-outline" onClick={() => setAsking(true)}>
        {teamCopy.settings.form.switchOff}
      </Button>
      <ConfirmedChange
        about={asking}
        title={teamCopy.settings.form.switchOffTitle(title)}
        id={`${id}-off`}
        action={teamCopy.settings.form.switchOff}
        busyAction={teamCopy.settings.form.switchingOff}
        change={change}
        input={() => off}
        onClose={() => setAsking(false)}
        onDone={onOff}
      >
        {offMeaning}
      </ConfirmedChange>
    </>
  );
}

/**
 * Sends a test over a delivery, and shows the result. `changed`: the form has unsaved changes, which the test would not
 * use.
 */
function Test({ channel, changed }: { channel: DeliveryChannel; changed: boolean }) {
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
    <div className="settings-test">
      <Button variant="secondary" busy={isPending} onClick={send}>
        {isPending ? teamCopy.settings.sending : teamCopy.settings.form.test}
      </Button>
      <div role="status">
        {unsaved && changed && <p className="hint">{teamCopy.settings.form.testSaved}</p>}
        {!isPending && data !== undefined && <Alert tone={data.delivered ? "good" : undefined}>{data.message}</Alert>}
        {!isPending && error !== null && <Alert>{actionFailureText(error)}</Alert>}
      </div>
    </div>
  );
}
