import { channelTypes } from "../brands/brands.ts";
import { trimmedEnd } from "../text.ts";
import { namedHandles } from "./named-handle.ts";
import { normalText } from "./normal-text.ts";
import { paymentIds } from "./payment-id.ts";
import { withoutEnding } from "./vocabulary.ts";
import { foreignNumbers } from "./written-number.ts";

/** Whether a written number, name, link or address is an official one. */
export type IsOurs = (written: string) => boolean;

const letter = String.raw`[\p{L}\p{N}]`;
/** Characters that end a sentence or surround a name in it. */
const around = /[\s.,;:!?'"’”)\]}>…।*|]/u;

const networkNames =
  "telegram|tg|insta(?:gram)?|ig|facebook|fb|messenger|twitter|signal|viber|skype|snap(?:chat)?|imo|wechat|discord|threads|upi";

/** Parts of names of fields: `order_id` names nobody. */
const fieldWords =
  "id|ids|number|no|name|user|first|last|full|order|utr|ref|reference|code|date|time|type|file|transaction|txn|amount|status|screenshot|proof|withdrawal|deposit";
const fieldName = new RegExp(
  `^(?:(?:${channelTypes.join("|")})|(?:${fieldWords})(?:_(?:${fieldWords}))+)(?:_(?:\\d{1,2}|final|front|back))?$` +
    "|^(?:err|error|code)_\\d{1,4}$",
  "i",
);
/** No end of a link, but names of people may end so: what stands before the dot is checked as well. */
const fileEnds = "jpe?g|png|webp|gif|heic|pdf|docx|xlsx|csv|mp4|txt";

const label = String.raw`(?<!\p{L})(?:${networkNames}) ?(?:(?:id|user|user ?name|handle) ?[:=] ?|[:=] ?(?=[a-z][\w.]{0,60}\d))`;

/** Shapes that name somebody, longest first, so that part of one is not taken for another. */
const places: ReadonlyArray<{ shape: RegExp; isOrdinary?: RegExp; before?: RegExp }> = [
  {
    shape:
      /(?<![\p{L}\p{N}])[a-z][a-z\d+.-]{0,20}:\/\/\S+|(?<![\p{L}\p{N}])(?:tg|mailto|upi|tel|sms|whatsapp|skype):(?=\S)\S+/giu,
  },
  // `name@host`, `name@bank`, `@name`.
  {
    shape: /(?<![^\s@,;:!?"'()[\]{}<>|])[^\s@,;:!?"'()[\]{}<>|]*@[\p{L}\p{N}_][^\s@,;!?"'()[\]{}<>|]*/gu,
    isOrdinary: /^@\d{1,2}(?:[:.]\d\d)?(?:[ap]m|h|hrs?)?$/i,
  },
  // Any two words with a dot and no space between: the list of top-level domains is open-ended.
  {
    shape: new RegExp(
      String.raw`(?<![\p{L}\p{M}\p{N}_-])(?<!${letter}\.)(?:${letter}[\p{L}\p{M}\p{N}_-]*\.)+(?:xn--[a-z\d-]+|[\p{L}\p{M}]{2,})(?![\p{L}\p{M}\p{N}_-])(?::\d+)?(?:[/?#\\]\S*)?`,
      "giu",
    ),
    isOrdinary: new RegExp(
      String.raw`^[\d.:]+\.(?:[ap]m|hrs?|min)$|^\d{1,2}\.\p{Lu}\p{L}+$|^[a-z][\w-]{0,40}\.(?:${fileEnds})$`,
      "iu",
    ),
  },
  { shape: /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])(?:[/:]\S*)?/g },
  // `Telegram: name77`, `Insta id: name`.
  {
    shape: new RegExp(String.raw`${label}[a-z][\w.-]{2,60}`, "giu"),
    before: new RegExp(`^${label}`, "iu"),
  },
  { shape: /(?<!\w)[a-z\d]+_\w*[a-z\d]\w*/gi, isOrdinary: fieldName },
];

/** A message names fewer, and each costs a comparison with all of ours. */
const most = 10;

/**
 * Returns the places in a text that visitors could call, open, pay or write to and that are not official; each once.
 */
export function foreignPlaces(text: string, isOurs: IsOurs): string[] {
  let left = normalText(text);
  const found = new Set<string>();
  const known = new Map<string, boolean>();
  const isOursOnce = (written: string) => {
    const answer = known.get(written) ?? isOurs(written);
    known.set(written, answer);
    return answer;
  };
  const take = (written: string) => {
    if (found.size < most && !isOursOnce(written)) found.add(written);
  };
  for (const { shape, isOrdinary, before: labelled } of places) {
    left = left.replace(shape, (written, ...more) => {
      const bare = withoutEnding(trimmedEnd(labelled === undefined ? written : written.replace(labelled, ""), around));
      if (isOrdinary?.test(bare) === true) return written;
      // `support at example.com`
      const before = / ?([\w.+-]{1,64}) at $/i.exec(left.slice(Math.max(0, offsetIn(more) - 70), offsetIn(more)))?.[1];
      if (before === undefined || !isOursOnce(`${before}@${bare}`)) take(bare);
      return "\0";
    });
  }
  for (const { written } of paymentIds(left)) take(written);
  for (const name of namedHandles(left)) take(name);
  for (const number of foreignNumbers(left, isOursOnce)) found.add(number);
  return [...found];
}

/** Returns the offset of a match, from the further arguments of a `replace` callback. */
function offsetIn(more: readonly unknown[]): number {
  return more.find((one): one is number => typeof one === "number") ?? 0;
}
