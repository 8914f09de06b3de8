import { z } from "zod";
import type { FullSettings } from "../settings/settings.ts";
import { failed, type Post, type Sent } from "./post.ts";

/** Max length of a message (https://core.telegram.org/bots/api#sendmessage). */
export const maxCharacters = 4096;

const refusal = z.object({ parameters: z.object({ retry_after: z.number() }).optional() });

/** Sends plain text of up to `maxCharacters`, without markup, to a chat. Only tests set `apiOrigin`. */
export async function sendTelegram(
  post: Post,
  apiOrigin: string,
  settings: NonNullable<FullSettings["telegram"]>,
  text: string,
  signal: AbortSignal,
): Promise<Sent> {
  const body = JSON.stringify({
    chat_id: settings.chatId,
    text,
    link_preview_options: { is_disabled: true },
  });
  const answer = await post(new URL(`${apiOrigin}/bot${settings.token}/sendMessage`), { body }, signal);
  if ("problem" in answer) return failed(`Telegram: ${answer.problem}`);
  const { status } = answer;
  if (status === 200) return { delivered: true };
  if (status === 401 || status === 404) return failed("Telegram does not know this bot: its token is not right.");
  if (status === 400) return failed("Telegram knows no such chat (400). Is the bot a member of it?");
  if (status === 403) return failed("Telegram does not let the bot write there (403).");
  if (status === 429) return failed("Telegram asks to wait (429).", retryAfter(answer.body));
  return failed(`Telegram answered ${status}.`);
}

function retryAfter(body: string): number | undefined {
  try {
    return refusal.parse(JSON.parse(body)).parameters?.retry_after;
  } catch {
    return undefined;
  }
}
