import { Webhook } from "standardwebhooks";
import type { FullSettings } from "../settings/settings.ts";
import { failed, type Post, type Sent } from "./post.ts";

/** A webhook event. `id` is the same for every try. */
export interface WebhookEvent {
  id: string;
  type: string;
  /** Time of the event, in ms since 1970. */
  time: number;
  data: Record<string, unknown>;
}

/** Sends an event, signed according to https://www.standardwebhooks.com. `now` is the time of this try. */
export async function sendWebhook(
  post: Post,
  settings: NonNullable<FullSettings["webhook"]>,
  event: WebhookEvent,
  now: number,
  signal: AbortSignal,
): Promise<Sent> {
  const { id, type, time, data } = event;
  const body = JSON.stringify({ type, timestamp: new Date(time).toISOString(), data });
  const at = new Date(now);
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now / 1000)),
    "webhook-signature": new Webhook(settings.secret).sign(id, at, body),
  };
  const answer = await post(new URL(settings.url), { body, headers }, signal);
  if ("problem" in answer) return failed(answer.problem);
  const { status, retryAfter } = answer;
  if (status >= 200 && status < 300) return { delivered: true };
  if (status >= 300 && status < 400)
    return failed(`The receiver answered with a redirect (${status}), which is not followed.`);
  return failed(`The receiver answered ${status}.`, secondsOf(retryAfter));
}

/** `Retry-After` in seconds; the rare date form is ignored, and the usual wait applies. */
function secondsOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,9}$/.test(header) ? Number(header) : undefined;
}
