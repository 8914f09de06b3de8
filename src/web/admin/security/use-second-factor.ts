import { useQuery } from "@tanstack/react-query";
import { securityApi } from "#web/api/security-api.ts";
import { useToldChange } from "../shell/use-toasted-mutation.ts";

const queryKey = ["second-factor"];

/** The member's second factors. */
export function useSecondFactor() {
  return useQuery({ queryKey, queryFn: securityApi.own });
}

/**
 * A change of the second factors; the toasts say `done` and `failed`. `onAnswer` takes new recovery codes, which are
 * shown once.
 */
export function useSecondFactorChange<Input, Answer>(options: {
  mutationFn: (input: Input) => Promise<Answer>;
  done?: string;
  failed: string;
  onAnswer?: (answer: Answer) => void;
}) {
  const { done, ...others } = options;
  return useToldChange({ queryKey, ...others, ...(done !== undefined && { done: () => done }) });
}
