/**
 * A fixed corpus of made-up inquiries and 200 searches of it, each with the right answers: all inquiries about what is
 * searched for, however their visitors wrote it. To measure the precision and the recall of the search.
 */

/** A topic of inquiries: how visitors write it, and how the team searches for it. */
interface Topic {
  written: readonly string[];
  searches: readonly string[];
}

const topics: readonly Topic[] = [
  {
    written: ["डिपॉज़िट", "डिपॉजिट", "डिपोज़िट", "डिपोजिट"],
    searches: ["डिपॉजिट", "डिपॉज़िट", "डिपोजिट", "डिपॉज\u093cिट"],
  },
  { written: ["विड्रॉल", "विड्रॉल", "विड्रोल", "विड्‌रॉल"], searches: ["विड्रॉल", "विड्रोल", "विडरॉल"] },
  { written: ["नहीं मिला", "नही मिला", "नहीँ मिला", "नहिं मिला"], searches: ["नहीं मिला", "नही मिला", "नहिं मिला"] },
  { written: ["पासवर्ड", "पासवर्ड", "पासवर्ड", "पासवर्ड"], searches: ["पासवर्ड", "पासबर्ड", "पासवरड", "पासव"] },
  { written: ["बैंक", "बैंक", "बेंक", "बैँक"], searches: ["बैंक", "बेंक", "बैक"] },
  { written: ["हिंदी", "हिन्दी", "हिन्दि", "हिंदि"], searches: ["हिंदी", "हिन्दी", "हिंदि"] },
  { written: ["जल्दी भेजिए", "जल्दी भेजिये", "जल्दि भेजिए", "जल्दी भेजिए"], searches: ["जल्दी भेजिए", "भेजिये", "जल्दि"] },
  { written: ["खाता बंद", "खाता बन्द", "खाता बंद", "खाता बँद"], searches: ["खाता बंद", "खाता बन्द", "बंद"] },
  { written: ["रिफंड", "रिफ़ंड", "रिफण्ड", "रिफंड"], searches: ["रिफंड", "रिफ़ंड", "रिफण्ड", "रिफड"] },
  { written: ["सत्यापन", "सत्यापन", "सत्यापन", "सत्यापन"], searches: ["सत्यापन", "सत्यापण", "सत्यपन"] },
  { written: ["பணம் வரவில்லை", "பணம் வரவில்லை", "பணம் வரவில்லை", "பணம் வரவில்லை"], searches: ["பணம்", "வரவில்லை", "வரவிலை"] },
  { written: ["టాకా ఆలస్యం", "టాకా ఆలస్యం", "టాకా ఆలస్యం", "టాకా ఆలస్యం"], searches: ["ఆలస్యం", "ఆలస్య"] },
  {
    written: ["withdrawal", "withdrawal", "withdrawl", "withdrawal"],
    searches: ["withdrawal", "withdrwal", "withdrawall", "wihtdrawal", "withdraw"],
  },
  {
    written: ["verification", "verification", "verification", "verification"],
    searches: ["verification", "verfication", "verificaton", "verif"],
  },
  {
    written: ["screenshot", "screenshot", "screenshot", "screenshot"],
    searches: ["screenshot", "screenshoot", "screnshot", "scre"],
  },
  { written: ["bonus", "bonus", "bonus", "bonus"], searches: ["bonus", "bonsu", "bonuss", "bonis"] },
  { written: ["telegram", "telegram", "telegram", "telegram"], searches: ["telegram", "telegarm", "teligram", "gram"] },
  { written: ["cricket", "cricket", "cricket", "cricket"], searches: ["cricket", "criket", "crickett", "cricet"] },
  { written: ["jeetne wala", "jitne wala", "jeetne vala", "jeetne wala"], searches: ["jeetne", "jitne", "jitnee"] },
  { written: ["kaise hoga", "kaise hoga", "kese hoga", "kaise hoga"], searches: ["kaise hoga", "keise", "kaisee"] },
  {
    written: ["paisa wapas", "paisa wapas", "paisa vapas", "paisa wapas"],
    searches: ["paisa wapas", "peisa", "wapass", "vaapas"],
  },
  {
    written: ["accha nahin", "accha nahin", "accha nahi", "accha nahin"],
    searches: ["accha", "acha", "acchaa", "accha nahin"],
  },
  {
    written: ["jaldi karo", "jaldi karo", "jaldi karo", "jaldi karo"],
    searches: ["jaldi", "jaldee", "zaldi", "jaldi karo"],
  },
  { written: ["blocked", "blocked", "blocked", "blocked"], searches: ["blocked", "bloked", "block", "blcoked"] },
];

const firstNames = ["Ramesh", "Sunita", "Imran", "Lakshmi", "Gurpreet", "Farida", "Dinesh", "Kavitha"];
const lastNames = [
  "Udaharan",
  "Namuna",
  "Prayog",
  "Pareeksha",
  "Kalpit",
  "Drishtant",
  "Abhyas",
  "Misal",
  "Pratirup",
  "Adarsh",
  "Sankalp",
  "Nirdesh",
];
const cities = ["Nagpur", "Kolhapur", "Guntur", "Madurai", "Siliguri", "Indore"];

/** A number within 0 and 1, always the same for the same place. */
const digitsOf = (place: number, length: number) =>
  String((place * 7_654_321 + 1_234_567) * 9973)
    .slice(-length)
    .padStart(length, "3");

export interface CorpusInquiry {
  name: string;
  phone: string;
  email: string;
  city: string;
  query: string;
  phoneKey: string;
}

const national = (place: number) => `9${digitsOf(place, 9)}`;
const amountOf = (place: number) => 10_500 + place * 1_370;
const transferOf = (place: number) => `4${digitsOf(place + 500, 11)}`;
const indian = (value: number) => value.toLocaleString("en-IN");
/** Forms in which visitors write their own number and their amount. */
const phones = [
  (n: string) => `+91${n}`,
  (n: string) => n,
  (n: string) => `0${n}`,
  (n: string) => `${n.slice(0, 5)} ${n.slice(5)}`,
];
const amounts = [String, indian, (n: number) => n.toLocaleString("en-US"), (n: number) => `Rs.${indian(n)}`];

/** Text around the topic of an inquiry. */
const around = [
  "Please look into it, I wait since yesterday. My match is on and nobody answers the phone.",
  "Kripya dekhiye, kal se wait kar raha hoon. Dhanyavad.",
  "कृपया देखिए, कल से इंतज़ार है। टीम से कोई जवाब नहीं आया, फ़ोन भी नहीं लगा। धन्यवाद।",
  "Sir, money was cut from my account in the morning. Kindly reply on email.",
];

/** Inquiries about nothing that is searched for, with words that resemble it. */
const others = [
  "The watchman keeps the boxes in a clock tower, with bones and bananas.",
  "Thicket and ticket, pocket and packet: which bracket is mine?",
  "Telegraph poles stand along the programme road.",
  "A drawing with blank blocks of stone, and a blacked out screen.",
  "Purification and clarification of the water tank.",
  "बंदूक, बैठक, बाँध और बैलगाड़ी की कहानी",
  "पासपोर्ट, पड़ोसी और परिवार की बात",
  "सत्य और समापन, रिक्शा और रिकॉर्ड",
  "Kal raat pesha badal gaya, jeet haar alag baat",
  "Bacha hua samaan wahan, kaisa raha safar",
  "Jalebi kharido, zamana badal gaya",
  "With drawers open, the deposition went on",
].map((text, index) => ({ text, place: topics.length * 4 + index }));

/** 96 inquiries, of which four are about each topic, and others. */
export const corpus: readonly CorpusInquiry[] = [
  ...Array.from({ length: topics.length * 4 }, (_, place) => {
    const style = Math.floor(place / topics.length);
    const written = topics[place % topics.length]?.written[style] ?? "";
    const amount = (amounts[style] ?? String)(amountOf(place));
    return inquiryAt(place, style, `${written}. ${amount}, UTR ${transferOf(place)}. ${around[(place + style) % 4]}`);
  }),
  ...others.map(({ text, place }) => inquiryAt(place, 0, text)),
];

function inquiryAt(place: number, style: number, query: string): CorpusInquiry {
  const [first = "", last = ""] = [firstNames[place % 8], lastNames[Math.floor(place / 8) % 12]];
  const number = national(place);
  return {
    name: `${first} ${last}`,
    phone: (phones[style] ?? String)(number),
    email: `${first}.${last}${place}@example.com`.toLowerCase(),
    city: cities[place % cities.length] ?? "",
    query,
    phoneKey: `+91${number}`,
  };
}

interface MeasuredQuery {
  kind: "words" | "numbers" | "amounts" | "transfers" | "names";
  search: string;
  /** The places in `corpus` of the right answers. */
  right: readonly number[];
}

const placesOf = (isRight: (place: number) => boolean) => corpus.map((_, place) => place).filter(isRight);
const only = (place: number) => [place];
const from = (n: string, at: number) => `${n.slice(0, at)}-${n.slice(at)}`;

const numberForms = [
  (n: string) => n,
  (n: string) => `0${n}`,
  (n: string) => `+91${n}`,
  (n: string) => `91${n}`,
  (n: string) => `0091${n}`,
  (n: string) => from(n, 5),
  (n: string) => `${n.slice(0, 5)} ${n.slice(5)}`,
  (n: string) => `+91 ${from(n, 5)}`,
  (n: string) => `0${n.slice(0, 4)} ${n.slice(4, 7)} ${n.slice(7)}`,
  (n: string) => n.slice(2),
];
const amountForms = [String, indian, (n: number) => n.toLocaleString("en-US"), (n: number) => String(n)];
const transferForms = [
  (utr: string) => utr,
  (utr: string) => utr.slice(4),
  (utr: string) => `${utr.slice(0, 4)} ${utr.slice(4, 8)} ${utr.slice(8)}`,
  (utr: string) => `UTR ${utr}`,
];
/** A typo in the middle of a name. */
const swapped = (name: string) => `${name.slice(0, 3)}${name[4]}${name[3]}${name.slice(5)}`;
const lacking = (name: string) => name.slice(0, 3) + name.slice(4);

function forms<Value>(
  kind: MeasuredQuery["kind"],
  all: ReadonlyArray<(value: Value) => string>,
  valueOf: (place: number) => Value,
  count: number,
) {
  return Array.from({ length: count }, (_, index): MeasuredQuery => {
    const place = (index * 13 + 5) % (topics.length * 4);
    const form = all[index % all.length];
    return { kind, search: form?.(valueOf(place)) ?? "", right: only(place) };
  });
}

const words = topics.flatMap(({ searches }, topic) =>
  searches.map((search): MeasuredQuery => ({
    kind: "words",
    search,
    right: placesOf((place) => place < topics.length * 4 && place % topics.length === topic),
  })),
);
const names = [...firstNames, ...lastNames].flatMap((name) =>
  [name.toLowerCase(), swapped(name), lacking(name)].map((search): MeasuredQuery => ({
    kind: "names",
    search,
    right: placesOf((place) => corpus[place]?.name.split(" ").includes(name) === true),
  })),
);

export const queries: readonly MeasuredQuery[] = [
  ...words,
  ...names.slice(0, 40),
  ...forms("numbers", numberForms, national, 50),
  ...forms("amounts", amountForms, amountOf, 12),
  ...forms("transfers", transferForms, transferOf, 200 - words.length - 40 - 50 - 12),
];
