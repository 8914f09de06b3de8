import { useQuery } from "@tanstack/react-query";
import { securityApi } from "../../../security-api.ts";
import { useToldChange } from "../use-told-change.ts";

const queryKey = ["second-factor"];

/** What the member has besides the password. */
export function useSecondFactor() {
  return useQuery({ queryKey, queryFn: securityApi.own });
}

/** A change of it; what the toasts say is `done`, and `failed`. */
export function useSecondFactorChange<Input, Answer>(options: {
  mutationFn: (input: Input) => Promise<Answer>;
  done?: string;
  failed: string;
}) {
  const { mutationFn, done, failed } = options;
  return useToldChange({ queryKey, mutationFn, failed, ...(done !== undefined && { done: () => done }) });
}
