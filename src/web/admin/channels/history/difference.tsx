import { teamCopy } from "#copy/current.ts";
import type { ChannelChange } from "#contract/channels/channel-list.ts";
import type { TeamChannel } from "#contract/channels/channel.ts";
import { channelName, ruleText, type ShownChange } from "./change-sentences.ts";
import { furtherLanguages, type FurtherLanguage } from "#domain/further-languages.ts";
import { descriptionLabel } from "../descriptions.ts";
import { hoursText } from "../schedule/hours-text.ts";
import { ShortAddress } from "../short-address.tsx";
import { brandCopy } from "#web/public/channels/brand-copy.ts";
import { Disclosure } from "#web/ui/panels/disclosure.tsx";

/** The number of channels shown one by one. */
const maxShown = 20;

type Fields = Omit<TeamChannel, "_id">;

const fields: ReadonlyArray<{
  name: "type" | "value" | "visitors" | "description" | "hours";
  /** Language of a description that is not in English. */
  language?: FurtherLanguage;
  text: (channel: Fields) => string;
  /** The default is not shown for an added or deleted channel; undefined for a field that its name shows. */
  isUsual?: (channel: Fields) => boolean;
  /** Whether people compare it character by character. */
  isExact?: boolean;
}> = [
  { name: "type", text: ({ type }) => brandCopy(type).label },
  { name: "value", text: ({ value }) => value, isExact: true },
  {
    name: "visitors",
    text: ({ isActive }) => (isActive ? teamCopy.channels.history.seeIt : teamCopy.channels.history.doNotSeeIt),
    isUsual: ({ isActive }) => isActive,
  },
  { name: "description", text: ({ proof }) => proof, isUsual: ({ proof }) => proof === "" },
  ...furtherLanguages.map((language) => ({
    name: "description" as const,
    language,
    text: ({ translations }: Fields) => translations?.[language] ?? "",
    isUsual: ({ translations }: Fields) => (translations?.[language] ?? "") === "",
  })),
  { name: "hours", text: ({ hours }) => hoursText(hours), isUsual: ({ hours }) => hours === null },
];

/** The number of fields that may differ. */
export const fieldCount = fields.length;

interface Pair {
  before: TeamChannel | undefined;
  after: TeamChannel | undefined;
}

const labelOf = ({ name, language }: Pick<(typeof fields)[number], "name" | "language">) =>
  language === undefined ? teamCopy.channels.history.fields[name] : descriptionLabel(language);

/** The fields of a channel that differ, as texts. */
export function changedTexts(before: Fields, after: Fields) {
  return fields
    .map(({ text, isExact = false, ...field }) => ({
      label: labelOf(field),
      before: text(before),
      after: text(after),
      isExact,
    }))
    .filter((field) => field.before !== field.after);
}

/**
 * A change of the channels, before and after: up to 20 of them one by one, the deleted ones last, the others behind a
 * disclosure. `skipsValue` leaves out a value that `ChangedValue` shows; `foldsLanguages` folds the translations of an
 * added or deleted channel's description.
 */
export function Difference(props: {
  change: ShownChange & Partial<Pick<ChannelChange, "moved" | "moves">>;
  skipsValue?: boolean;
  foldsLanguages?: boolean;
}) {
  const { change, skipsValue = false, foldsLanguages = false } = props;
  const shown = { skipsValue, foldsLanguages };
  const { before, after, rule, moved = false, moves = null } = change;
  const pairs = pairsOf(before, after);
  const rest = pairs.slice(maxShown);
  return (
    <>
      {rule !== undefined && (
        <p className="difference">
          {teamCopy.channels.history.rule} <Step before={ruleText(rule.before)} after={ruleText(rule.after)} />
        </p>
      )}
      {moves !== null && <Moves moves={moves} />}
      {pairs.length > 0 && <Pairs pairs={pairs.slice(0, maxShown)} named={pairs.length > 1} {...shown} />}
      {rest.length > 0 && (
        <Disclosure summary={teamCopy.channels.history.andMore(rest.length)}>
          <Pairs pairs={rest} named {...shown} skipsValue={false} />
        </Disclosure>
      )}
      {moved && pairs.some((pair) => pair.before !== undefined && pair.after !== undefined) && (
        <p className="hint">{teamCopy.channels.history.reordered}</p>
      )}
    </>
  );
}

function Pairs(props: { pairs: readonly Pair[]; named: boolean; skipsValue: boolean; foldsLanguages: boolean }) {
  const { pairs, ...shown } = props;
  return (
    <ul className="plain-list differences">
      {pairs.map((pair) => (
        <li key={(pair.before ?? pair.after)?._id}>
          <PairDifference pair={pair} {...shown} />
        </li>
      ))}
    </ul>
  );
}

function Moves({ moves: { count, told } }: { moves: NonNullable<ChannelChange["moves"]> }) {
  return (
    <>
      <ul className="plain-list differences">
        {told.map(({ contact: channel, from, to }) => (
          <li key={channel._id} className="difference">
            <span className="difference-name">{channelName(channel)}</span> {teamCopy.channels.history.moved(from, to)}
          </li>
        ))}
      </ul>
      {count > told.length && <p className="hint">{teamCopy.channels.history.andMoreEnd(count - told.length)}</p>}
    </>
  );
}

/**
 * One channel, before and after. For one that was added or deleted: what differs from the defaults. `named` shows its
 * name.
 */
export function PairDifference(props: { pair: Pair; named: boolean; skipsValue?: boolean; foldsLanguages?: boolean }) {
  const {
    pair: { before, after },
    named,
    skipsValue = false,
    foldsLanguages = false,
  } = props;
  const known = before ?? after;
  if (known === undefined) return null;
  const isWhole = before === undefined || after === undefined;
  const changed: FieldTexts[] = isWhole
    ? fields
        .filter(({ isUsual }) => isUsual !== undefined && !isUsual(known))
        .map(({ text, ...field }) => ({
          label: labelOf(field),
          before: before && text(before),
          after: after && text(after),
          isDescription: field.name === "description",
        }))
    : changedTexts(before, after).filter(({ isExact }) => !(isExact && skipsValue));
  const [, ...further] = changed.filter(({ isDescription = false }) => foldsLanguages && isDescription);
  return (
    <>
      {named && isWhole && (
        <p className="difference">
          <Step before={before && channelName(before)} after={after && channelName(after)} />
        </p>
      )}
      {named && !isWhole && <p className="difference-name">{channelName(before)}</p>}
      <FieldLines shown={changed.filter((field) => !further.includes(field))} />
      {further.length > 0 && (
        <Disclosure summary={teamCopy.channels.history.languages(further.length)}>
          <FieldLines shown={further} />
        </Disclosure>
      )}
    </>
  );
}

/** A field before and after. */
interface FieldTexts {
  label: string;
  before: string | undefined;
  after: string | undefined;
  isExact?: boolean;
  isDescription?: boolean;
}

function FieldLines({ shown }: { shown: readonly FieldTexts[] }) {
  return shown.map(({ label, before, after, isExact = false }) => (
    <p key={label} className="difference">
      <span className="difference-label">{label}: </span>
      <Step before={before} after={after} isExact={isExact} />
    </p>
  ));
}

/** The team's name of a channel; its value is never broken where a line has room for it. */
export function ChannelName({ channel: { type, value } }: { channel: TeamChannel }) {
  return (
    <>
      {brandCopy(type).label}{" "}
      <span className="value whole">
        <ShortAddress value={value} />
      </span>
    </>
  );
}

/** A channel whose value changed, with both. */
export function ChangedValue({ change: { before, after } }: { change: { before: TeamChannel; after: TeamChannel } }) {
  return (
    <span className="difference">
      {brandCopy(after.type).label} <Step before={before.value} after={after.value} isExact />
    </span>
  );
}

/** A text before and after. `isExact` marks the characters that differ. */
export function Step(props: { before: string | undefined; after: string | undefined; isExact?: boolean }) {
  const { before, after, isExact = false } = props;
  const [was, is] = isExact && before !== undefined && after !== undefined ? differing(before, after) : [];
  return (
    <>
      {before !== undefined && (
        <del>
          <span className="visually-hidden">{teamCopy.channels.history.before} </span>
          {before === "" ? teamCopy.channels.history.none : <Marked text={before} part={was} />}
        </del>
      )}
      {before !== undefined && after !== undefined && <span aria-hidden="true"> → </span>}
      {after !== undefined && (
        <ins>
          <span className="visually-hidden"> {teamCopy.channels.history.after} </span>
          {after === "" ? teamCopy.channels.history.none : <Marked text={after} part={is} />}
        </ins>
      )}
    </>
  );
}

function Marked({ text, part: [from, to] = [0, 0] }: { text: string; part: readonly [number, number] | undefined }) {
  if (from === to) return text;
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  );
}

/** Returns the parts of two texts that differ, from and to: all but their common start and end. */
export function differing(one: string, other: string): [[number, number], [number, number]] {
  const least = Math.min(one.length, other.length);
  let start = 0;
  while (start < least && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < least - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [
    [start, one.length - end],
    [start, other.length - end],
  ];
}

/** Each channel of either list, once: changed, added, deleted. */
function pairsOf(before: readonly TeamChannel[], after: readonly TeamChannel[]): Pair[] {
  const now = new Map(after.map((channel) => [channel._id, channel]));
  const old = new Set(before.map(({ _id }) => _id));
  const pairs = before.map((channel) => ({ before: channel, after: now.get(channel._id) }));
  return [
    ...pairs.filter((pair) => pair.after !== undefined),
    ...after.filter(({ _id }) => !old.has(_id)).map((channel) => ({ before: undefined, after: channel })),
    ...pairs.filter((pair) => pair.after === undefined),
  ];
}
