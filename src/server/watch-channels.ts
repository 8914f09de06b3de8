import type { FastifyBaseLogger } from "fastify";
import type { Contacts } from "./services/contacts.ts";

/** A change by another program, or behind our back, is seen this soon. */
const lookEvery = 3000;

/**
 * Looks at the channels in the store at once and then again and again: what is due is done, and what is wrong with them is logged
 * once. Gives the way to stop it, which resolves when no look is going on.
 */
export function watchChannels({ look }: Pick<Contacts, "look">, log: FastifyBaseLogger): () => Promise<void> {
  let said: string | undefined;
  let looking: Promise<void> | undefined;

  async function lookAndTell(): Promise<void> {
    try {
      const { alarm } = await look();
      const message = alarm?.message;
      if (message !== undefined && message !== said) log.error({ alarm: message }, "the channels cannot be trusted");
      if (message === undefined && said !== undefined) log.warn("the channels can be trusted again");
      said = message;
    } catch (error) {
      log.error({ err: error }, "the channels could not be looked at");
    }
  }
  const once = () => {
    looking ??= lookAndTell().finally(() => {
      looking = undefined;
    });
  };
  once();
  const timer = setInterval(once, lookEvery).unref();

  return async () => {
    clearInterval(timer);
    await looking;
  };
}
