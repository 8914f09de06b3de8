import { type MutationOptions, QueryClient, type QueryClientConfig } from "@tanstack/react-query";
import { ApiError } from "#web/api/api-client.ts";

/** Returns whether a call is rejected until the member does the step-up. */
function needsStepUp(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403 && error.problem.needs === "proof";
}

/**
 * A query client whose mutations trigger the step-up if the server requires it, and then repeat the same call. `stepUp`
 * asks the member and resolves to whether it succeeded; if not, the mutation fails with the server's error. The prompt
 * names what it confirms by the mutation's `meta.confirms`, such as "change the password".
 */
export class StepUpClient extends QueryClient {
  readonly #stepUp: (action: string | undefined) => Promise<boolean>;
  readonly #wrapped = new WeakSet();

  constructor(config: QueryClientConfig, stepUp: (action: string | undefined) => Promise<boolean>) {
    super(config);
    this.#stepUp = stepUp;
  }

  // Every mutation takes its options from here, those of `useMutation` as well, and some more than once.
  // oxlint-disable-next-line typescript/no-explicit-any -- As the method that it overrides.
  override defaultMutationOptions<T extends MutationOptions<any, any, any, any>>(options?: T): T {
    const complete = super.defaultMutationOptions(options);
    const { mutationFn, meta } = complete;
    const action = typeof meta?.["confirms"] === "string" ? meta["confirms"] : undefined;
    if (mutationFn === undefined || this.#wrapped.has(mutationFn)) return complete;
    const withStepUp: typeof mutationFn = async (variables, context) => {
      try {
        return await mutationFn(variables, context);
      } catch (error) {
        if (needsStepUp(error) && (await this.#stepUp(action))) return mutationFn(variables, context);
        throw error;
      }
    };
    this.#wrapped.add(withStepUp);
    return { ...complete, mutationFn: withStepUp };
  }
}
