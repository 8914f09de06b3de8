import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "#web/ui/toast.tsx";

/**
 * A mutation with toasts, after which `queryKey` reloads, even after an error: a colleague may have been first. Without
 * `done`, a success shows no toast. `onResponse` gets the response even if the component is unmounted: a response that
 * comes only once must not use `mutate`'s own `onSuccess`, which does not run then.
 */
export function useToastedMutation<Input, Answer>(options: {
  queryKey: readonly string[];
  mutationFn: (input: Input) => Promise<Answer>;
  done?: (answer: Answer) => string;
  failed: string;
  onResponse?: (answer: Answer) => void;
}) {
  const { queryKey, mutationFn, done, failed, onResponse } = options;
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn,
    // "Failed to change the password" also names what a step-up confirms.
    meta: { confirms: failed.replace("Failed to ", "") },
    onSuccess: (answer) => {
      if (done !== undefined) toast("success", done(answer));
      onResponse?.(answer);
    },
    onError: () => toast("error", failed),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
