import { useQuery } from "@tanstack/react-query";
import { securityApi } from "../../../security-api.ts";
import { useToldChange } from "../use-told-change.ts";

const queryKey = ["second-factor"];

/** What the member has besides the password. */
export function useSecondFactor() {
  return useQuery({ queryKey, queryFn: securityApi.own });
}

/** A change of it; what the toasts say is `done`, and `failed`. Fresh recovery codes are taken by `onAnswer`: they come only once. */
export function useSecondFactorChange<Input, Answer>(options: {
  mutationFn: (input: Input) => Promise<Answer>;
  done?: string;
  failed: string;
  onAnswer?: (answer: Answer) => void;
}) {
  const { done, ...others } = options;
  return useToldChange({ queryKey, ...others, ...(done !== undefined && { done: () => done }) });
}
