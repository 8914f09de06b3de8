import { useQuery } from "@tanstack/react-query";
import { securityApi } from "#web/api/security-api.ts";
import { useToastedMutation } from "../forms/use-toasted-mutation.ts";

const queryKey = ["second-factor"];

/** The member's second factors. */
export function useSecondFactor() {
  return useQuery({ queryKey, queryFn: securityApi.own });
}

/**
 * A change of the second factors. `done` is the toast of a success, `confirms` a phrase such as "add the passkey".
 * `onResponse` takes new recovery codes, which are shown once.
 */
export function useSecondFactorChange<Input, Answer>(options: {
  mutationFn: (input: Input) => Promise<Answer>;
  done?: string;
  confirms: string;
  onResponse?: (answer: Answer) => void;
}) {
  const { done, ...others } = options;
  return useToastedMutation({ queryKey, ...others, ...(done !== undefined && { done: () => done }) });
}
