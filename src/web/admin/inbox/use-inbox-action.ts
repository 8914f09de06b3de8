import { teamCopy } from "#copy/current.ts";
import { type Mutation, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import type { Failures } from "./failed-changes.tsx";
import type { Said } from "./last-change.ts";
import { reloadInquiries, showInquiry } from "./list/use-inquiries.ts";
import { currentOf } from "./make-changes.ts";
import type { OwnVersions } from "./own-versions.ts";

/** Runs all changes of a member in sequence: each builds on the result of the one before it. */
export const changeScope = { id: "change" };

export const isChange = ({ options }: Mutation) => options.scope?.id === changeScope.id;

/** What all actions of the inbox share. */
export interface ActionNeeds {
  say: (said: Said) => void;
  failures: Failures;
  versions: OwnVersions;
}

interface Attempt<Input> {
  input: Input;
  /** Whether this is a retry: the first may have been made, and only its response lost. */
  isAgain: boolean;
}

/** One kind of change that a member makes in the inbox. */
interface InboxAction<Input, Result> {
  /** The subject of an input: a second failure of the same subject replaces the first. */
  key: (input: Input) => string;
  /** The message if it fails. */
  failedText: (input: Input) => string;
  /** Joins a failed input with the next one of its subject. Without it, the next one takes its place. */
  join?: (failed: Input, next: Input) => Input;
  onStart?: (input: Input) => void;
  /** Makes the call. `keep` replaces the input for the functions below, and for a retry. */
  call: (attempt: Attempt<Input>, keep: (input: Input) => void) => Promise<Result>;
  /** Shows the result; returns what to say. */
  onDone: (result: Result, attempt: Attempt<Input>) => Said;
  /** Handles that a colleague's change came first; returns false if the member is only to be told so. */
  onStale?: (current: InquiryDetail, input: Input) => boolean;
  /** Handles an error; returns whether nothing is left to retry. */
  onRefused?: (error: unknown, input: Input) => boolean;
  /** Returns whether a failed input may still be sent as it is. */
  mayRetry?: (input: Input) => boolean;
}

/**
 * Returns the function that makes a change of one kind. What fails is kept in `failures`, and retried with the same
 * input; the sentence about what was done offers its undo.
 */
export function useInboxAction<Input, Result>(
  { say, failures }: Pick<ActionNeeds, "say" | "failures">,
  action: InboxAction<Input, Result>,
): (input: Input) => void {
  const client = useQueryClient();
  /** The call that is on its way, what was requested and what is sent: there is one at a time. */
  const sent = useRef<{ requested: Attempt<Input>; input: Input }>(undefined);
  /** The failed inputs that may be joined with the next one. */
  const failed = useRef(new Map<string, Input>());
  const inputOf = ({ input }: Attempt<Input>) => sent.current?.input ?? input;

  function retry(input: Input): void {
    if (action.mayRetry?.(input) === false) failures.remove(action.key(input));
    else mutate({ input, isAgain: true });
  }

  const { mutate } = useMutation({
    scope: changeScope,
    onMutate({ input, isAgain }: Attempt<Input>) {
      action.onStart?.(input);
      if (isAgain) return;
      // The failed one is not retried by itself any more.
      if (action.join === undefined) failures.remove(action.key(input));
      else failures.hold(action.key(input));
    },
    mutationFn(requested) {
      const key = action.key(requested.input);
      const earlier = requested.isAgain || !failures.has(key) ? undefined : failed.current.get(key);
      // A call that is repeated after a step-up goes on with what it has kept.
      let attempt = sent.current?.requested === requested ? { input: sent.current.input, isAgain: true } : requested;
      if (action.join !== undefined && earlier !== undefined) {
        failures.hold(key);
        attempt = { input: action.join(earlier, requested.input), isAgain: true };
      }
      sent.current = { requested, input: attempt.input };
      return action.call(attempt, (input) => (sent.current = { requested, input }));
    },
    onSuccess(result, attempt) {
      const input = inputOf(attempt);
      const key = action.key(input);
      failures.remove(key);
      failed.current.delete(key);
      say(action.onDone(result, { ...attempt, input }));
    },
    onError(error, attempt) {
      const input = inputOf(attempt);
      const key = action.key(input);
      const current = currentOf(error);
      if (current !== undefined) {
        failures.remove(key);
        showInquiry(client, current);
        if (action.onStale?.(current, input) !== true) say({ text: teamCopy.inbox.done.stale(current.reference) });
      } else if (action.onRefused?.(error, input) === true) {
        failures.remove(key);
      } else {
        if (action.join !== undefined) failed.current.set(key, input);
        failures.add({ key, text: action.failedText(input), error, again: () => retry(input) });
        reloadInquiries(client);
      }
    },
    onSettled: () => void (sent.current = undefined),
  });
  return useCallback((input: Input) => mutate({ input, isAgain: false }), [mutate]);
}
