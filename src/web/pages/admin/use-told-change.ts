import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "../../components/toast.tsx";

/**
 * A change that a toast tells of, after which what is known by `queryKey` is loaded again, even where it was refused: somebody else may
 * have been first. Without `done`, a success shows by itself. `onAnswer` gets the answer
 * also where the page has changed meanwhile: what comes only once must not go through `mutate`'s own `onSuccess`, which is not called then.
 */
export function useToldChange<Input, Answer>(options: {
  queryKey: readonly string[];
  mutationFn: (input: Input) => Promise<Answer>;
  done?: (answer: Answer) => string;
  failed: string;
  onAnswer?: (answer: Answer) => void;
}) {
  const { queryKey, mutationFn, done, failed, onAnswer } = options;
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn,
    onSuccess: (answer) => {
      if (done !== undefined) toast("success", done(answer));
      onAnswer?.(answer);
    },
    onError: () => toast("error", failed),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
