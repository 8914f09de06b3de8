import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "#web/ui/messages/toast.tsx";

/**
 * A mutation with a toast of its success, after which `queryKey` reloads, even after an error: a colleague may have
 * been first. Without `done`, a success shows no toast; an error shows where the change was made, and nowhere else.
 * `confirms` is what it does, such as "change the password", for the step-up. `onResponse` gets the response even if
 * the component is unmounted: a response that comes only once must not use `mutate`'s own `onSuccess`, which does not
 * run then.
 */
export function useToastedMutation<Input, Answer>(options: {
  queryKey: readonly string[];
  mutationFn: (input: Input) => Promise<Answer>;
  done?: (answer: Answer) => string;
  confirms: string;
  onResponse?: (answer: Answer) => void;
}) {
  const { queryKey, mutationFn, done, confirms, onResponse } = options;
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn,
    meta: { confirms },
    onSuccess: (answer) => {
      if (done !== undefined) toast("success", done(answer));
      onResponse?.(answer);
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
