import type { UseMutationResult } from "@tanstack/react-query";
import { type ComponentProps, useId, useRef, useState } from "react";
import { ApiError } from "#web/api/api-client.ts";
import { isStale } from "#web/api/team-call.ts";
import type { Field } from "#web/ui/fields/field.tsx";

type FieldInput = NonNullable<ComponentProps<typeof Field>["input"]>;

/** The fields that hold any text. */
type TextName<Fields> = {
  [Name in keyof Fields & string]: string extends Fields[Name] ? Name : never;
}[keyof Fields & string];

/** The fields that hold a text for each of some keys. */
type TextsName<Fields> = {
  [Name in keyof Fields & string]: Fields[Name] extends Partial<Record<string, string>> ? Name : never;
}[keyof Fields & string];

/** A mutation that saves a form. */
export type Saving<Input, Answer> = Pick<
  UseMutationResult<Answer, Error, Input>,
  "mutateAsync" | "reset" | "error" | "isPending"
>;

/** What `DraftForm` reads of a draft. */
export type AnyDraft = Omit<Draft<object, unknown>, "set" | "text" | "textIn" | "typed" | "restart">;

export type Draft<Fields extends object, Seen> = ReturnType<typeof useDraft<Fields, unknown, unknown, Seen>>;

/**
 * What is typed into a form, and how it is saved. `start` is what its fields begin with, and what counts as unchanged.
 * `seen` is the version that it was filled from, if a save names one: if a colleague has saved another meanwhile,
 * `send` gets that one from then on, since the form shows it. `id` begins the ids of its fields.
 */
export function useDraft<Fields extends object, Input, Answer, Seen = undefined>(options: {
  id?: string;
  start: Fields;
  seen?: Seen | undefined;
  save: Saving<Input, Answer>;
  /** Makes what is sent; `data` has the fields that are not of the draft. */
  send: (typed: Fields, form: { seen: Seen | undefined; data: FormData }) => NoInfer<Input>;
  onSaved?: (answer: Answer) => void;
}) {
  const { start, save, send, onSaved } = options;
  const ownId = useId();
  const id = options.id ?? ownId;
  const form = useRef<HTMLFormElement>(null);
  /** Whether a save is on its way: two presses may come before a render shows it. */
  const isSending = useRef(false);
  const [typed, setTyped] = useState(start);
  const [seen, setSeen] = useState(options.seen);
  const { error, isPending } = save;
  const errors = error instanceof ApiError ? error.errors : {};
  const set = (change: Partial<Fields>) => setTyped((known) => ({ ...known, ...change }));

  const field = (path: string, value: string, change: (text: string) => Partial<Fields>, input?: FieldInput) => ({
    id: `${id}-${path.replace(".", "-")}`,
    error: errors[path],
    input: { ...input, value, onChange: ({ target }: { target: { value: string } }) => set(change(target.value)) },
  });

  return {
    id,
    form,
    typed,
    set,
    error,
    errors,
    isSaving: isPending,
    isTyped: !isSame(typed, start),
    /** What a colleague has saved meanwhile, if that is why it was refused. */
    theirs: isStale(error) ? seen : undefined,
    /** Starts over, without what was typed and the last error. */
    restart(fields = start) {
      save.reset();
      setTyped(fields);
      setSeen(options.seen);
    },
    /** The attributes of the `Field` of a text. */
    text(name: TextName<Fields>, input?: FieldInput) {
      return field(name, String(typed[name]), (text) => ({ [name]: text }) as Partial<Fields>, input);
    },
    /** The attributes of the `Field` of one of the texts in `name`. */
    textIn<Name extends TextsName<Fields>>(name: Name, key: keyof Fields[Name] & string, input?: FieldInput) {
      const texts = typed[name];
      const change = (text: string) => ({ [name]: { ...texts, [key]: text } }) as Partial<Fields>;
      return field(`${name}.${key}`, String(texts[key] ?? ""), change, input);
    },
    submit() {
      if (isPending || isSending.current || form.current === null) return;
      isSending.current = true;
      const input = send(typed, { seen, data: new FormData(form.current) });
      void save
        .mutateAsync(input, {
          onSuccess: (answer) => onSaved?.(answer),
          onError: (failure) => isStale<Seen>(failure) && setSeen(failure.problem.current),
        })
        // The form shows it.
        .catch(() => undefined)
        .finally(() => (isSending.current = false));
    },
  };
}

/** Compares by value; a text that is missing is as one that is empty, but null is a value. */
function isSame(one: unknown = "", other: unknown = ""): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const [ones, others]: Array<Partial<Record<string, unknown>>> = [{ ...one }, { ...other }];
  return Object.keys({ ...ones, ...others }).every((key) => isSame(ones?.[key], others?.[key]));
}
