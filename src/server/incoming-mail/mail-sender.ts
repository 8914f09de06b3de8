import type { Address, Email, Mailbox } from "postal-mime";
import { oneLine } from "#domain/text.ts";

export interface Sender {
  name: string;
  address: string;
}

/** The senders that an email names. */
export interface Senders {
  /** The mailbox that `From` names. */
  author: Sender;
  /** Whom an answer goes to: `Reply-To` if there is one (RFC 5322, section 3.6.2), or the person behind a list. */
  person: Sender;
}

type AddressParser = (header: string) => Address[];

/** Reads who an email is from; null if no header names an address. `parse` is the library's reader of addresses. */
export function sendersOf({ headers }: Pick<Email, "headers">, parse: AddressParser): Senders | null {
  const mailboxes = (name: string) =>
    headers
      .filter(({ key }) => key === name)
      .slice(0, 3)
      .flatMap(({ value }) => readMailboxes(value, parse));
  const [from, sender, original, relayed] = ["from", "sender", "x-original-from", "x-original-sender"].map(
    mailboxes,
  ) as [Sender[], Sender[], Sender[], Sender[]];
  const author = from[0] ?? sender[0] ?? original[0] ?? relayed[0];
  if (author === undefined) return null;
  const lists = new Set(["list-post", "mailing-list"].flatMap(mailboxes).map(({ address }) => address.toLowerCase()));
  const isList = ({ address }: Sender) => lists.has(address.toLowerCase());
  const replyTo = mailboxes("reply-to").find((mailbox) => !isList(mailbox));
  // A list that writes in the name of its members says whom it relays.
  const member = isList(author) ? [...original, ...relayed].find((mailbox) => !isList(mailbox)) : undefined;
  const person = replyTo ?? member ?? author;
  return { author, person: { ...person, name: person.name || withoutList(author.name) } };
}

/** `Ravi` of `'Ravi' via Help`, as lists name whom they relay. */
const withoutList = (name: string) => name.replace(/\s+via\s.*$/i, "").replaceAll(/^['"]|['"]$/g, "");

const maxHeader = 4000;

function readMailboxes(header: string, parse: AddressParser): Sender[] {
  const found: Sender[] = [];
  let namePart = "";
  const parsed = parse(
    header
      .slice(0, maxHeader)
      .replace(/<\s*mailto:/gi, "<")
      .replace(/^\s*mailto:/i, ""),
  );
  for (const { name, address } of flattened(parsed)) {
    const isReadable = isAddress(address);
    // A display name with a comma and no quotes comes as two mailboxes: `Kumar, Ravi <ravi@example.org>`.
    const whole = [namePart, name].filter((part) => part !== "").join(", ");
    if (isReadable) found.push({ name: oneLine(whole), address });
    namePart = isReadable ? "" : whole;
  }
  return found;
}

export const isAddress = (text: string) => text.length <= 254 && /^[^\s@<>,;]{1,64}@[^\s@<>,;]+$/u.test(text);

/** The mailboxes of addresses, also those of groups. */
export function flattened(addresses: readonly Address[]): Mailbox[] {
  return addresses.flatMap((address) => (address.group === undefined ? [address] : address.group));
}
