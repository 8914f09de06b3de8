import { type FormEvent, useState } from "react";
import { copy } from "#copy/current.ts";

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Shows what the browser finds invalid in a field when its form is sent, in the page's language: the browser's own
 * bubble is in that of the phone. `watch` goes to an element around the control; `otherwise` words faults of filled
 * fields.
 */
export function useInvalid(label: string, otherwise: (control: Control) => string | undefined = () => undefined) {
  const [problem, setProblem] = useState<string>();
  return {
    problem,
    watch: {
      onInvalidCapture(event: FormEvent) {
        // If its bubble is off, the browser moves no focus either.
        event.preventDefault();
        const control = event.target as Control;
        setProblem(
          // Set by the admin area: visitors have no dates to type.
          control.dataset["problem"] ?? (control.value === "" ? copy.problems.required(label) : otherwise(control)),
        );
        if (control === control.form?.querySelector(":invalid")) control.focus();
      },
      onInput: () => setProblem(undefined),
    },
  };
}
