import { counted, plural } from "../../locale/intl.ts";
import type { TeamDictionary } from "../dictionaries.ts";

export const reports: TeamDictionary["reports"] = {
  title: "रिपोर्ट",
  what: "रिपोर्ट",
  loading: "रिपोर्ट लोड हो रही है...",
  days: "दिन",
  lastDays: (count: number) => `पिछले ${count} दिन`,
  none: "इन दिनों में कोई संदेश नहीं आया",
  noneHint: "संदेश आने के एक मिनट बाद आँकड़े यहाँ दिखते हैं।",
  csv: "CSV डाउनलोड करें",
  totals: {
    inquiries: "संदेश",
    firstAnswer: "पहला जवाब, आम तौर पर",
    nineOfTen: (duration: string) => `10 में से 9 को ${duration} के अंदर`,
    answered: "जवाब दिया गया",
    open: "अभी खुले",
    olderThanDay: (count: number) => `${counted(count)} एक दिन से ज़्यादा समय से`,
    toInbox: "इनबॉक्स",
    suspected: (count: number) => `${counted(count)} संभावित स्पैम`,
    impostors: (count: number) =>
      plural(count, {
        one: `जालसाज़ की ${counted(count)} शिकायत`,
        other: `जालसाज़ों की ${counted(count)} शिकायतें`,
      }),
    unanswered: (count: number) =>
      plural(count, {
        one: `${counted(count)} हमारे जवाब के बिना बंद हुआ`,
        other: `${counted(count)} हमारे जवाब के बिना बंद हुए`,
      }),
    undelivered: (count: number) =>
      plural(count, {
        one: `${counted(count)} जवाब नहीं पहुँचा; उसे जवाब दिए गए में नहीं गिना जाता`,
        other: `${counted(count)} जवाब नहीं पहुँचे; उन्हें जवाब दिए गए में नहीं गिना जाता`,
      }),
  },
  before: {
    span: (from: string, to: string) => `${from} से ${to}`,
    change: (percent: string, span: string) => `${span} के मुकाबले ${percent}`,
    same: (span: string) => `${span} जितने ही`,
    faster: (duration: string, span: string) => `${span} से ${duration} जल्दी`,
    slower: (duration: string, span: string) => `${span} से ${duration} देर से`,
    asFast: (span: string) => `${span} जितना ही`,
    none: (span: string) => `${span} में कोई नहीं`,
  },
  charts: {
    received: "हर दिन के संदेश",
    answers: "पहला जवाब, हर दिन का मीडियन (बीच का समय)",
    hours: "घंटे के हिसाब से संदेश",
    inquiries: (count: number) => `${counted(count)} संदेश`,
    noAnswer: "कोई जवाब नहीं",
    alt: (title: string) => `चार्ट: ${title}। इसके आँकड़े नीचे की तालिका में हैं।`,
    table: "तालिका में देखें",
  },
  members: {
    title: "सदस्य के हिसाब से पहले जवाब",
    none: "इन दिनों में किसी ने जवाब नहीं दिया।",
    former: "पूर्व सदस्य",
  },
  tags: { title: "टैग के हिसाब से पहले जवाब", deleted: "हटाए गए टैग" },
  open: {
    title: "अभी खुले, कितने समय से",
    ages: {
      hour: "एक घंटे से कम",
      day: "एक दिन से कम",
      week: "एक हफ़्ते से कम",
      month: "30 दिन से कम",
      older: "इससे ज़्यादा",
    },
  },
  columns: {
    day: "दिन",
    hour: "घंटा",
    member: "सदस्य",
    tag: "टैग",
    age: "कितने समय से",
    inquiries: "संदेश",
    undelivered: "नहीं पहुँचे",
    answered: "जवाब दिया गया",
    median: "मीडियन (बीच का समय)",
    ninety: "90 % इतने समय के अंदर",
  },
  estimated: (duration: string) => `लगभग ${duration}`,
  estimateNote: "“लगभग” वाले समय अनुमान हैं: इनमें से कुछ जवाब पुराने संस्करण ने गिने थे, या जवाब बहुत ज़्यादा हैं।",
  durations: {
    minutes: (count: number) => `${counted(count)} मिनट`,
    hours: (count: number) => `${counted(count)} घंटे`,
    days: (count: number) => `${counted(count)} दिन`,
  },
};
