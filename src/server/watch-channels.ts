import type { FastifyBaseLogger } from "fastify";
import type { Contacts } from "./services/contacts.ts";

/** A change by another program, or behind our back, is seen this soon, in milliseconds. */
export const lookEvery = 2500;

/**
 * Looks at the channels in the store at once and then again and again: what is due is done, and what is wrong with them is logged
 * once. Gives the way to stop it, which resolves when no look is going on.
 */
export function watchChannels({ look }: Pick<Contacts, "look">, log: FastifyBaseLogger): () => Promise<void> {
  let alarmed: string | undefined;
  let isUnkept = false;
  let hasFailed = false;
  let looking: Promise<void> | undefined;

  async function lookAndTell(): Promise<void> {
    try {
      const { alarm, unkept } = await look();
      const message = alarm?.message;
      if (alarm !== null && message !== alarmed) {
        log.error({ alarm: message, err: alarm.cause }, "the channels cannot be trusted");
      }
      if (alarm === null && alarmed !== undefined) log.warn("the channels can be trusted again");
      alarmed = message;
      if (unkept !== null && !isUnkept) {
        log.error(
          { err: unkept.cause },
          "the last list cannot be written beside the store; it is tried again and again",
        );
      }
      if (unkept === null && isUnkept) log.warn("the last list is beside the store again");
      isUnkept = unkept !== null;
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.error({ err: error }, "the channels could not be looked at");
      hasFailed = true;
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
