import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { deliveryChannels, deliveryKinds, deliveryStates } from "#domain/delivery.ts";
import { messageCodeSchema } from "./message-code.ts";

const instant = z.iso.datetime();

/** An outgoing message in the delivery log, without its content. */
const deliverySchema = z
  .object({
    /** Id that is the same for every try, so that receivers can detect repeats. */
    id: z.string(),
    kind: z.enum(deliveryKinds),
    channel: z.enum(deliveryChannels),
    /** The team's address that it goes to; null for other recipients. */
    to: z.string().nullable(),
    /** Reference of its inquiry. */
    reference: z.string().nullable(),
    state: z.enum(deliveryStates),
    attempts: z.int(),
    /** Null if no further try follows. */
    nextTryAt: instant.nullable(),
    /** Why the last try failed, as text. */
    problem: z.string().nullable(),
    problemCode: messageCodeSchema.optional(),
    createdAt: instant,
    settledAt: instant.nullable(),
  })
  .meta({ id: "Delivery" });

export type Delivery = z.output<typeof deliverySchema>;

export const deliveryQuerySchema = z.object({
  state: z
    .enum(deliveryStates, {
      error: say("deliveries.choose-state"),
    })
    .optional(),
  /** `next` of the previous page. */
  after: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

export type DeliveryQuery = z.output<typeof deliveryQuerySchema>;

export const deliveryPageSchema = z
  .object({
    deliveries: z.array(deliverySchema),
    /** `after` for the next page; null on the last one. */
    next: z.string().nullable(),
  })
  .meta({ id: "DeliveryPage" });

export type DeliveryPage = z.output<typeof deliveryPageSchema>;

/** Deliveries whose last try failed. */
export const deliveryHealthSchema = z
  .object({
    failing: z.array(
      z.object({
        channel: z.enum(deliveryChannels),
        /** When the oldest undelivered message was created. */
        since: instant,
        messages: z.int(),
      }),
    ),
  })
  .meta({ id: "DeliveryHealth" });

export type DeliveryHealth = z.output<typeof deliveryHealthSchema>;
