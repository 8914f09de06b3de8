import { minute } from "#domain/time/durations.ts";
import type { EntryWay } from "#domain/inquiries/conversation.ts";
import {
  type Fields,
  FieldError,
  type Foreign,
  type ForeignMessage,
  idIn,
  isRecord,
  listIn,
  recordIn,
  textIn,
  timeIn,
  visitorField,
} from "./foreign.ts";

const ways: ReadonlyMap<string, EntryWay> = new Map([
  ["Channel::Email", "email"],
  ["Channel::Whatsapp", "whatsapp"],
  ["Channel::TwilioSms", "phone"],
  ["Channel::Sms", "phone"],
]);

/** Chatwoot's conversations with their messages, and its canned responses, as its API gives them. @throws FieldError */
export function readChatwoot(item: Fields): Foreign {
  if ("short_code" in item) {
    return { kind: "saved reply", id: idIn(item), title: textIn(item, "short_code"), text: placeholdersIn(item) };
  }
  if (!Array.isArray(item["messages"])) throw new FieldError("messages are missing: each conversation needs its own");
  const meta = recordIn(item, "meta");
  const sender = recordIn(meta, "sender");
  const createdAt = timeIn(item, "created_at") ?? timeIn(item, "timestamp");
  const messages = listIn(item, "messages")
    .flatMap(messageOf)
    .toSorted((one, other) => one.at - other.at);
  if (messages.length === 0) return { kind: "left out" };
  // Chatwoot's list of conversations holds only the last message of each.
  const isList = "last_non_activity_message" in item && listIn(item, "messages").length === 1;
  const [first] = messages;
  if (isList && createdAt !== null && first !== undefined && first.at - createdAt > minute) {
    throw new FieldError("messages hold only the last one: export them with /conversations/<id>/messages");
  }
  const status = textIn(item, "status");
  const isClosed = status === "resolved";
  const lastAt = messages.at(-1)?.at ?? 0;
  const newest = messages.filter(({ from }) => from !== "note").at(-1);
  const number = idIn(item);
  return {
    kind: "inquiry",
    id: `${textIn(item, "account_id")}/${number}`,
    number,
    name: visitorField("name", textIn(sender, "name")),
    phone: visitorField("phone", textIn(sender, "phone_number")),
    email: visitorField("email", textIn(sender, "email")),
    city: visitorField("city", textIn(recordIn(sender, "additional_attributes"), "city")),
    way: ways.get(textIn(meta, "channel")) ?? "page",
    status: isClosed ? "closed" : newest?.from === "team" ? "answered" : "new",
    closedAt: isClosed ? (timeIn(item, "resolved_at") ?? timeIn(item, "last_activity_at") ?? lastAt) : null,
    snoozedUntil: status === "snoozed" ? timeIn(item, "snoozed_until") : null,
    messages,
  };
}

/** `message_type` is 0 for the visitor's, 1 for the team's, 2 for activities, 3 for templates such as greetings. */
const senders: ReadonlyMap<string, "visitor" | "team"> = new Map([
  ["0", "visitor"],
  ["1", "team"],
  ["incoming", "visitor"],
  ["outgoing", "team"],
]);

function messageOf(message: Fields): ForeignMessage[] {
  const from = senders.get(textIn(message, "message_type"));
  const at = timeIn(message, "created_at");
  if (from === undefined) return [];
  if (at === null) throw new FieldError("messages: created_at is missing");
  const author = from === "team" ? textIn(recordIn(message, "sender"), "email") : "";
  const text = isRecord(message["content_attributes"]) ? emailText(message["content_attributes"]) : "";
  const content = text === "" ? textIn(message, "content") : text;
  const files = listIn(message, "attachments").length;
  const isNote = message["private"] === true;
  const own: ForeignMessage = { from: isNote ? "note" : from, at, text: content, author };
  return [...(content === "" ? [] : [own]), ...filesNote(files, at)];
}

/** The plain text of an email, without what it quotes. */
function emailText(attributes: Fields): string {
  return textIn(recordIn(recordIn(attributes, "email"), "text_content"), "reply");
}

/** Files are not part of an export; a note says that there were some. */
export function filesNote(files: number, at: number): ForeignMessage[] {
  if (files === 0) return [];
  const text = `Imported without ${files === 1 ? "1 file" : `${files} files`} of this message.`;
  return [{ from: "note", at, text, author: "" }];
}

const names: ReadonlyMap<string, string> = new Map([
  ["contact.name", "{name}"],
  ["contact.first_name", "{name}"],
  ["conversation.display_id", "{reference}"],
  ["conversation.id", "{reference}"],
  ["agent.name", "{agent}"],
  ["agent.first_name", "{agent}"],
  ["inbox.name", "{brand}"],
  ["account.name", "{brand}"],
]);

function placeholdersIn(item: Fields): string {
  return textIn(item, "content").replaceAll(
    /\{\{\s*([\w.]{1,40})\s*\}\}/g,
    (whole, name: string) => names.get(name) ?? whole,
  );
}
