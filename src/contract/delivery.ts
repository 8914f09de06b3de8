import { z } from "zod";
import { deliveryChannels, deliveryKinds, deliveryStates } from "#domain/delivery.ts";

const instant = z.iso.datetime();

/** A message on its way out, as the delivery log shows it: nothing of what it says. */
export const deliverySchema = z
  .object({
    /** The same at every try; receivers tell repeats by it. */
    id: z.string(),
    kind: z.enum(deliveryKinds),
    channel: z.enum(deliveryChannels),
    /** Which of the team's addresses it goes to; null where it goes elsewhere. */
    to: z.string().nullable(),
    /** Of the inquiry that it tells of. */
    reference: z.string().nullable(),
    state: z.enum(deliveryStates),
    attempts: z.int(),
    /** Null once no further try will be made. */
    nextTryAt: instant.nullable(),
    /** Why the last try failed, in words. */
    problem: z.string().nullable(),
    createdAt: instant,
    settledAt: instant.nullable(),
  })
  .meta({ id: "Delivery" });

export type Delivery = z.output<typeof deliverySchema>;

export const deliveryQuerySchema = z.object({
  state: z.enum(deliveryStates, { error: `State must be one of ${deliveryStates.join(", ")}.` }).optional(),
  /** The `next` of the page before. */
  after: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

export type DeliveryQuery = z.output<typeof deliveryQuerySchema>;

export const deliveryPageSchema = z
  .object({
    deliveries: z.array(deliverySchema),
    /** What `after` must be for the next page; null on the last one. */
    next: z.string().nullable(),
  })
  .meta({ id: "DeliveryPage" });

export type DeliveryPage = z.output<typeof deliveryPageSchema>;

/** The channels whose last try has failed. */
export const deliveryHealthSchema = z
  .object({
    failing: z.array(
      z.object({
        channel: z.enum(deliveryChannels),
        /** When the oldest message that has not got through was written. */
        since: instant,
        messages: z.int(),
      }),
    ),
  })
  .meta({ id: "DeliveryHealth" });

export type DeliveryHealth = z.output<typeof deliveryHealthSchema>;
