import { append } from "#domain/lists.ts";
import { textOfHtml } from "../lib/html-text.ts";
import { filesNote } from "./chatwoot.ts";
import {
  type Fields,
  FieldError,
  type Foreign,
  type ForeignMessage,
  idIn,
  listIn,
  recordIn,
  textIn,
  timeIn,
  visitorField,
} from "./foreign.ts";

const kinds: ReadonlyMap<string, ForeignMessage["from"]> = new Map([
  ["customer", "visitor"],
  ["message", "team"],
  ["note", "note"],
]);

/** FreeScout's conversations with `embed=threads`, and its saved replies, as its API gives them. @throws FieldError */
export async function readFreeScout(item: Fields): Promise<Foreign> {
  if ("text" in item && !("threadsCount" in item)) {
    const title = textIn(item, "name") || textIn(item, "title");
    return { kind: "saved reply", id: idIn(item), title, text: withPlaceholders(await htmlIn(item, "text")) };
  }
  const threads = recordIn(item, "_embedded")["threads"];
  if (!Array.isArray(threads)) throw new FieldError("_embedded.threads are missing: export with embed=threads");
  const state = textIn(item, "state");
  if (state === "deleted" || state === "draft") return { kind: "left out" };
  const customer = recordIn(item, "customer");
  const subject = textIn(item, "subject");
  const found: ForeignMessage[] = [];
  for (const thread of listIn(recordIn(item, "_embedded"), "threads")) {
    const from = kinds.get(textIn(thread, "type"));
    const isHidden = ["draft", "hidden", "deleted"].includes(textIn(thread, "state"));
    const at = timeIn(thread, "createdAt");
    if (from === undefined || isHidden) continue;
    if (at === null) throw new FieldError("threads: createdAt is missing");
    const text = await htmlIn(thread, "body");
    const author = from === "visitor" ? "" : textIn(recordIn(thread, "createdBy"), "email");
    if (text !== "") found.push({ from, at, text, author });
    append(found, filesNote(listIn(recordIn(thread, "_embedded"), "attachments").length, at));
  }
  // FreeScout gives the newest first.
  const messages = found.toSorted((one, other) => one.at - other.at);
  const first = messages.find(({ from }) => from === "visitor");
  if (first !== undefined && subject !== "") first.text = `${subject}\n\n${first.text}`;
  const status = textIn(item, "status");
  const newest = messages.filter(({ from }) => from !== "note").at(-1);
  const number = textIn(item, "number");
  return {
    kind: "inquiry",
    id: idIn(item),
    number: number === "" ? null : number,
    name: visitorField("name", `${textIn(customer, "firstName")} ${textIn(customer, "lastName")}`),
    phone: visitorField("phone", textIn(customer, "phone")),
    email: visitorField("email", textIn(customer, "email")),
    city: visitorField("city", textIn(recordIn(customer, "address"), "city")),
    way: textIn(item, "type") === "phone" ? "phone" : "email",
    status:
      status === "closed"
        ? "closed"
        : status === "spam"
          ? "suspected"
          : status === "pending" || newest?.from === "team"
            ? "answered"
            : "new",
    closedAt:
      status === "closed" ? (timeIn(item, "closedAt") ?? timeIn(item, "updatedAt") ?? newest?.at ?? null) : null,
    snoozedUntil: null,
    messages,
  };
}

async function htmlIn(fields: Fields, name: string): Promise<string> {
  const text = textIn(fields, name);
  return /<[a-z!/]|&[a-z#]/i.test(text) ? (await textOfHtml(text)).trim() : text;
}

const names: ReadonlyMap<string, string> = new Map([
  ["customer.fullName", "{name}"],
  ["customer.firstName", "{name}"],
  ["conversation.number", "{reference}"],
  ["user.fullName", "{agent}"],
  ["user.firstName", "{agent}"],
  ["mailbox.name", "{brand}"],
  ["mailbox.fromName", "{brand}"],
]);

function withPlaceholders(text: string): string {
  return text.replaceAll(
    /\{%\s*([\w.]{1,40})(?:,fallback=[^%]{0,100})?\s*%\}/g,
    (whole, name: string) => names.get(name) ?? whole,
  );
}
