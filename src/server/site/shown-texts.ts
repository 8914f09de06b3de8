import { acceptedText, defaultFigures, type SiteFields } from "#contract/site/site.ts";
import { type ChannelType, channelTypes } from "#domain/brands/brands.ts";
import type { PageText } from "#domain/lookalike/description-check.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import { type noticePages, reasonNames, translatedTexts } from "#domain/site-fields.ts";
import { currentNotices, noticeText } from "./notices.ts";
import { isOursIn, particularsIn, reasonsIn, translated } from "./shown-site.ts";

/** A text of the site as visitors read it; `path` is that of the value it comes from. */
export interface SiteText extends PageText {
  path: string;
}

/** A channel's description as visitors of a language read it. */
export interface ShownDescription extends PageText {
  type: ChannelType;
}

/** A state of the channels and the site, which decides what pages show and leave out. */
interface State {
  /** Types of the live channels in the order of their cards, open or closed; that of the large card comes first. */
  live: readonly [ChannelType, ChannelType];
  isWhatsAppOpen: boolean;
  isAnswered: boolean;
  leftOut: ReadonlyArray<(typeof reasonNames)[number]>;
}

const states: readonly State[] = [
  { live: ["whatsapp", "phone"], isWhatsAppOpen: true, isAnswered: true, leftOut: [] },
  { live: ["whatsapp", "phone"], isWhatsAppOpen: true, isAnswered: true, leftOut: ["always"] },
  { live: ["phone", "whatsapp"], isWhatsAppOpen: false, isAnswered: true, leftOut: ["always"] },
  { live: ["whatsapp", "phone"], isWhatsAppOpen: false, isAnswered: false, leftOut: ["fast", "always"] },
];

/**
 * The owners' texts of each page in a language, in the order in which visitors read them, with the descriptions of the
 * channels at their places: once for each set of notices from `now` on, and for each of the states above. Without what
 * stands between them of ours, so that it parts none.
 */
export function shownPages<One extends ShownDescription>(
  language: Language,
  site: SiteFields,
  channels: readonly One[],
  now: number,
): Array<Array<One | SiteText>> {
  const { brands, words, figures } = translated(site, language);
  const { helplines, reporting, legal } = particularsIn(site, language);
  const reasons = reasonsIn(language, site);
  const own: Partial<Record<string, string>> = (language !== defaultLanguage && site.translations[language]) || {};
  /** Returns a text with its path; an empty list if nothing is shown. `name` is that of a translation. */
  const one = (path: string, text: string | undefined, name = nameOf.get(path)): SiteText[] => {
    if (!text) return [];
    const isOwn = name !== undefined && own[name] === text;
    if (isOwn) return [{ path: `translations.${language}.${name}`, text, language }];
    const writtenIn = path.includes(".translations.") ? language : defaultLanguage;
    return [{ path, text, language: isOursIn(language, text) ? null : writtenIn }];
  };
  const figure = (name: keyof typeof figures) =>
    one(`figures.${name}`, figures[name]).map((shown) =>
      figures[name] === defaultFigures[name] ? { ...shown, language: null } : shown,
    );
  const channelsOf = (...types: ChannelType[]) =>
    types.flatMap((type) => channels.filter((channel) => channel.type === type));
  const name = (brand: keyof typeof brands) => one(`brands.${brand}.name`, brands[brand].name);
  const tagline = (brand: keyof typeof brands) => one(`brands.${brand}.tagline`, brands[brand].tagline);
  const operator = one("legal.operator", legal.operator);
  const accepted = one("words.inquiryAccepted", acceptedText(site, language));
  const list = (group: "helplines" | "reporting", places: typeof helplines) =>
    places.flatMap((place, at) => {
      const translation = language === defaultLanguage ? undefined : site[group][at]?.translations?.[language];
      return (["name", "note"] as const).flatMap((part) => {
        const isOwn = translation?.[part] !== undefined;
        return one(`${group}.${at}.${isOwn ? `translations.${language}.` : ""}${part}`, place[part]);
      });
    });
  const why = reasons?.why === undefined ? name("home") : one("words.whyTitle", reasons.why);
  const claims = (leftOut: State["leftOut"]) => [
    ...why,
    ...reasonNames.flatMap((reason) =>
      leftOut.includes(reason)
        ? []
        : [
            ...one(`words.${reason}Title`, reasons?.[reason]?.title),
            ...one(`words.${reason}Text`, reasons?.[reason]?.text),
          ],
    ),
  ];
  const title = one("words.contactTitle", words.contactTitle);
  const shownFigures = (["winners", "secure", "payouts"] as const).flatMap(figure);
  // Phones leave the lead out.
  const heroes = [
    [...title, ...one("words.contactLead", words.contactLead), ...shownFigures],
    [...title, ...shownFigures],
  ];
  const foot = (brand: keyof typeof brands) => [...tagline(brand), ...operator];
  // A count is shown where there is a channel of its type.
  const communities = subsetsOf(["telegram", "instagram", "facebook"] as const).map((types) => [
    ...types.flatMap((type) => [...figure(countOf[type]), ...channelsOf(type)]),
    ...figure("rating"),
    ...channelsOf(...channelTypes.filter((type) => !shownBefore.has(type))),
  ]);
  const homes = states.map(({ live: [lead, other], leftOut }) => [
    ...one("words.homeLead", words.homeLead),
    ...figure("users"),
    ...channelsOf(lead, "telegram", other),
    ...claims(leftOut),
  ]);
  const quick = states.map(({ live, isWhatsAppOpen, isAnswered }) => {
    const response = isWhatsAppOpen ? figure("whatsappResponse") : [];
    const [first, ...others] = channelsOf("whatsapp");
    const whatsapp = [...(first === undefined ? [] : [first]), ...response, ...others];
    return [
      ...live.flatMap((type) => (type === "whatsapp" ? whatsapp : channelsOf(type))),
      ...(isAnswered ? figure("messageResponse") : []),
    ];
  });

  const pages = noticeSets(site, now).flatMap((notices, place) => {
    const above = (page?: (typeof noticePages)[number]) =>
      notices.flatMap(({ at, notice }) => {
        if (page !== undefined && !notice.pages.includes(page)) return [];
        const isOwn = language !== defaultLanguage && notice.translations[language] !== undefined;
        return one(`notices.${at}.${isOwn ? `translations.${language}` : "text"}`, noticeText(notice, language));
      });
    // Texts far below the notices are the same with each set of notices, so only the first set gets all variants.
    const first = <Variant>(variants: Variant[]) => (place === 0 ? variants : variants.slice(0, 1));
    return [
      // The last of each: while all channels are hidden.
      ...[...first(homes), []].map((texts) => [...name("home"), ...above("home"), ...texts, ...foot("home")]),
      ...[
        ...first(heroes.flatMap((hero) => [...quick, ...communities].map((texts) => [...hero, ...texts]))),
        [...title, ...figure("messageResponse")],
        [...title, ...figure("rating")],
      ].map((texts) => [...name("contact"), ...above("contact"), ...texts, ...foot("contact")]),
      [...name("contact"), ...above("verify"), ...operator],
      // The feed.
      [...name("contact"), ...tagline("contact"), ...above()],
    ];
  });
  const rest = [
    // Files of the channels, and the kept site.
    [...channels],
    [...name("home"), ...tagline("home")],
    [...name("contact"), ...accepted, ...operator],
    [...name("contact"), ...accepted, ...list("reporting", reporting), ...operator],
    [...name("contact"), ...list("reporting", reporting), ...operator],
    [
      ...name("contact"),
      ...operator,
      ...list("helplines", helplines),
      ...one("legal.governingLaw", legal.governingLaw),
      ...operator,
    ],
  ];
  // Channels can be taken away at any time, which is not held up.
  return [...pages, ...rest, ...(channels.length > 0 ? shownPages(language, site, [], now) : [])];
}

const nameOf: ReadonlyMap<string, string> = new Map([...translatedTexts].map(([name, path]) => [path, name]));

const countOf = {
  telegram: "telegramMembers",
  instagram: "instagramFollowers",
  facebook: "facebookFollowers",
} as const;

function subsetsOf<One>(list: readonly One[]): One[][] {
  return list.reduce<One[][]>((found, one) => found.flatMap((some) => [some, [...some, one]]), [[]]);
}

/** Types whose channels are shown above the rating, or in the other tab. */
const shownBefore: ReadonlySet<ChannelType> = new Set(["whatsapp", "phone", "telegram", "instagram", "facebook"]);

/**
 * The notices that are shown together, at one time after another, each with its place in the list; and each two of
 * them, since any owner may take down those between.
 */
function noticeSets(site: Pick<SiteFields, "notices">, now: number) {
  const times = site.notices.flatMap(({ from, until }) => [from, until]);
  const moments = times.flatMap((time) => (time === null ? [] : [Date.parse(time)])).filter((time) => time > now);
  const together = [...new Set([now, ...moments])].map((moment) => currentNotices(site, moment));
  const pairs = together.flatMap((set) => set.flatMap((one, at) => set.slice(at + 2).map((other) => [one, other])));
  return [...together, ...pairs].map((set) => set.map((notice) => ({ notice, at: site.notices.indexOf(notice) })));
}
