import { type MutationOptions, QueryClient, type QueryClientConfig } from "@tanstack/react-query";
import { ApiError } from "#web/api/api-client.ts";

/** Whether a call is rejected until the member does the step-up. */
function needsProof(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403 && error.problem.needs === "proof";
}

/**
 * A query client whose mutations trigger the step-up if the server requires it, and then repeat the same call. `prove`
 * asks the member and resolves to whether it succeeded; if not, the mutation fails with the server's error. The prompt
 * names what it confirms by the mutation's `meta.confirms`, such as "change the password".
 */
export class ProofClient extends QueryClient {
  readonly #prove: (action: string | undefined) => Promise<boolean>;
  readonly #proving = new WeakSet();

  constructor(config: QueryClientConfig, prove: (action: string | undefined) => Promise<boolean>) {
    super(config);
    this.#prove = prove;
  }

  // Every mutation takes its options from here, those of `useMutation` as well, and some more than once.
  // oxlint-disable-next-line typescript/no-explicit-any -- As the method that it overrides.
  override defaultMutationOptions<T extends MutationOptions<any, any, any, any>>(options?: T): T {
    const complete = super.defaultMutationOptions(options);
    const { mutationFn, meta } = complete;
    const action = typeof meta?.["confirms"] === "string" ? meta["confirms"] : undefined;
    if (mutationFn === undefined || this.#proving.has(mutationFn)) return complete;
    const proven: typeof mutationFn = async (variables, context) => {
      try {
        return await mutationFn(variables, context);
      } catch (error) {
        if (needsProof(error) && (await this.#prove(action))) return mutationFn(variables, context);
        throw error;
      }
    };
    this.#proving.add(proven);
    return { ...complete, mutationFn: proven };
  }
}
