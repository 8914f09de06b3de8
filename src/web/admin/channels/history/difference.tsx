import { brandOf } from "#domain/brands/brands.ts";
import type { ChannelChange } from "#contract/channel-list.ts";
import type { Contact } from "#contract/contact.ts";
import { channelName, ruleWords, type ShownChange } from "./change-copy.ts";
import { hoursWords } from "../schedule/hours-copy.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Link, useLocation } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";

/** The number of channels shown one by one. */
const mostTold = 20;

/** Each field's label for the team. */
const fields: ReadonlyArray<{
  label: string;
  text: (contact: Contact) => string;
  /** The default, not shown for an added or deleted channel; undefined for a field that its name shows. */
  usual?: string;
}> = [
  { label: "Type", text: ({ type }) => brandOf(type).label },
  { label: "Value", text: ({ value }) => value },
  { label: "Visitors", text: ({ isActive }) => (isActive ? "see it" : "do not see it"), usual: "see it" },
  { label: "Description", text: ({ proof }) => proof, usual: "" },
  { label: "Hours", text: ({ hours }) => hoursWords(hours), usual: hoursWords(null) },
];

interface Pair {
  before: Contact | undefined;
  after: Contact | undefined;
}

/**
 * A change of the channels, before and after: up to `most` of them one by one, the deleted ones last, the others behind
 * a disclosure. `brief` leaves the others to the history and shows only the names of added and deleted channels.
 */
export function Difference(props: {
  change: ShownChange & Partial<Pick<ChannelChange, "moved" | "moves">>;
  most?: number;
  brief?: boolean;
}) {
  const { change, most = mostTold, brief = false } = props;
  const { before, after, rule, moved = false, moves = null } = change;
  const pairs = pairsOf(before, after);
  const rest = pairs.slice(most);
  return (
    <>
      {rule !== undefined && (
        <p className="difference">
          Changes are published: <Step label="" before={ruleWords(rule.before)} after={ruleWords(rule.after)} />
        </p>
      )}
      {moves !== null && <Moves moves={moves} />}
      {pairs.length > 0 && <Pairs pairs={pairs.slice(0, most)} named={pairs.length > 1} brief={brief} />}
      {rest.length > 0 && brief && <InHistory count={rest.length} />}
      {rest.length > 0 && !brief && (
        <Disclosure summary={`And ${rest.length} more`}>
          <Pairs pairs={rest} named brief={false} />
        </Disclosure>
      )}
      {moved && pairs.some((pair) => pair.before !== undefined && pair.after !== undefined) && (
        <p className="hint">The order of the list has changed as well.</p>
      )}
    </>
  );
}

function Pairs({ pairs, named, brief }: { pairs: readonly Pair[]; named: boolean; brief: boolean }) {
  return (
    <ul className="plain-list differences">
      {pairs.map((pair) => (
        <li key={(pair.before ?? pair.after)?._id}>
          <PairDifference pair={pair} named={named} brief={brief} />
        </li>
      ))}
    </ul>
  );
}

function Moves({ moves: { count, told } }: { moves: NonNullable<ChannelChange["moves"]> }) {
  return (
    <>
      <ul className="plain-list differences">
        {told.map(({ contact, from, to }) => (
          <li key={contact._id} className="difference">
            <span className="difference-name">{channelName(contact)}</span> from place {from} to {to}
          </li>
        ))}
      </ul>
      {count > told.length && <p className="hint">And {count - told.length} more.</p>}
    </>
  );
}

/**
 * One channel, before and after. For one that was added or deleted: what differs from the defaults, or nothing if
 * `brief`. `named` shows its name.
 */
export function PairDifference(props: { pair: Pair; named: boolean; brief?: boolean }) {
  const {
    pair: { before, after },
    named,
    brief = false,
  } = props;
  const known = before ?? after;
  if (known === undefined) return null;
  const isWhole = before === undefined || after === undefined;
  const changed = isWhole
    ? fields.filter(({ usual, text }) => !brief && usual !== undefined && text(known) !== usual)
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

function Step({ label, before, after }: { label: string; before: string | undefined; after: string | undefined }) {
  return (
    <>
      {label !== "" && <span className="difference-label">{label}: </span>}
      {before !== undefined && (
        <del>
          <span className="visually-hidden">before: </span>
          {before === "" ? "none" : before}
        </del>
      )}
      {before !== undefined && after !== undefined && <span aria-hidden="true"> → </span>}
      {after !== undefined && (
        <ins>
          <span className="visually-hidden"> after: </span>
          {after === "" ? "none" : after}
        </ins>
      )}
    </>
  );
}

/** Each channel of either list, once: changed, added, deleted. */
function pairsOf(before: readonly Contact[], after: readonly Contact[]): Pair[] {
  const now = new Map(after.map((contact) => [contact._id, contact]));
  const old = new Set(before.map(({ _id }) => _id));
  const pairs = before.map((contact) => ({ before: contact, after: now.get(contact._id) }));
  return [
    ...pairs.filter((pair) => pair.after !== undefined),
    ...after.filter(({ _id }) => !old.has(_id)).map((contact) => ({ before: undefined, after: contact })),
    ...pairs.filter((pair) => pair.after === undefined),
  ];
}

/** Says how many more there are, with a link to them. */
function InHistory({ count }: { count: number }) {
  const { pathname } = useLocation();
  if (pathname === paths.history) return <p className="hint">And {count} more.</p>;
  return (
    <Link className="more-link" to={paths.history}>
      And {count} more, in the history
    </Link>
  );
}
