import type { ChannelChange } from "#contract/channel-book.ts";
import type { Contact } from "#contract/contact.ts";
import { channelWords } from "../../../content/channels.ts";
import { channelName, ruleWords, type ToldChange } from "./change-words.ts";
import { hoursWords } from "./hours-words.ts";

/** So many channels are told one by one. */
const mostTold = 20;

/** Each field as the team reads it. */
const fields: ReadonlyArray<{
  label: string;
  text: (contact: Contact) => string;
  /** What a channel that was added or deleted need not be told of; nothing where its name tells it. */
  usual?: string;
}> = [
  { label: "Type", text: ({ type }) => channelWords[type].label },
  { label: "Value", text: ({ value }) => value },
  { label: "Visitors", text: ({ isActive }) => (isActive ? "see it" : "do not see it"), usual: "see it" },
  { label: "Description", text: ({ proof }) => proof, usual: "" },
  { label: "Hours", text: ({ hours }) => hoursWords(hours), usual: hoursWords(null) },
];

interface Pair {
  before: Contact | undefined;
  after: Contact | undefined;
}

/** What a change makes of the channels, before and after. */
export function Difference({ change }: { change: ToldChange & Partial<Pick<ChannelChange, "moved">> }) {
  const { before, after, rule, moved = false } = change;
  const pairs = pairsOf(before, after);
  return (
    <>
      {rule !== undefined && (
        <p className="difference">
          Changes are published: <Step label="" before={ruleWords(rule.before)} after={ruleWords(rule.after)} />
        </p>
      )}
      {pairs.length > 0 && (
        <ul className="plain-list differences">
          {pairs.slice(0, mostTold).map((pair) => (
            <li key={(pair.before ?? pair.after)?._id}>
              <PairDifference pair={pair} named={pairs.length > 1} />
            </li>
          ))}
        </ul>
      )}
      {pairs.length > mostTold && <p className="hint">And {pairs.length - mostTold} more.</p>}
      {moved && pairs.some((pair) => pair.before !== undefined && pair.after !== undefined) && (
        <p className="hint">The order of the list has changed as well.</p>
      )}
    </>
  );
}

/** One channel, before and after; of one that was added or deleted, what is not as usual. `named` says which one it is. */
export function PairDifference({ pair: { before, after }, named }: { pair: Pair; named: boolean }) {
  const known = before ?? after;
  if (known === undefined) return null;
  const isWhole = before === undefined || after === undefined;
  const changed = isWhole
    ? fields.filter(({ usual, text }) => usual !== undefined && text(known) !== usual)
    : fields.filter(({ text }) => text(before) !== text(after));
  return (
    <>
      {named && isWhole && (
        <p className="difference">
          <Step label="" before={before && channelName(before)} after={after && channelName(after)} />
        </p>
      )}
      {named && !isWhole && <p className="difference-name">{channelName(before)}</p>}
      {changed.map(({ label, text }) => (
        <p key={label} className="difference">
          <Step label={label} before={before && text(before)} after={after && text(after)} />
        </p>
      ))}
    </>
  );
}

/** One field, before and after. */
function Step({ label, before, after }: { label: string; before: string | undefined; after: string | undefined }) {
  return (
    <>
      {label !== "" && <span className="difference-label">{label}: </span>}
      {before !== undefined && (
        <del>
          <span className="unseen">before: </span>
          {before === "" ? "none" : before}
        </del>
      )}
      {before !== undefined && after !== undefined && <span aria-hidden="true"> → </span>}
      {after !== undefined && (
        <ins>
          <span className="unseen"> after: </span>
          {after === "" ? "none" : after}
        </ins>
      )}
    </>
  );
}

/** Each channel that either list names, once. */
function pairsOf(before: readonly Contact[], after: readonly Contact[]): Pair[] {
  const now = new Map(after.map((contact) => [contact._id, contact]));
  const old = new Set(before.map(({ _id }) => _id));
  return [
    ...before.map((contact) => ({ before: contact, after: now.get(contact._id) })),
    ...after.filter(({ _id }) => !old.has(_id)).map((contact) => ({ before: undefined, after: contact })),
  ];
}
