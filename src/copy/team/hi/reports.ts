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
  totals: {
    inquiries: "संदेश",
    kinds: (spam: number, impostors: number) =>
      plural(impostors, {
        one: `${counted(spam)} संभावित स्पैम, जालसाज़ की ${counted(impostors)} शिकायत`,
        other: `${counted(spam)} संभावित स्पैम, जालसाज़ की ${counted(impostors)} शिकायतें`,
      }),
    firstAnswer: "पहला जवाब, आम तौर पर",
    nineOfTen: (duration: string) => `10 में से 9 को ${duration} के अंदर`,
    answered: "जवाब दिया गया",
    unanswered: (count: number) =>
      plural(count, {
        one: `${counted(count)} हमारे जवाब के बिना बंद हुआ`,
        other: `${counted(count)} हमारे जवाब के बिना बंद हुए`,
      }),
    undelivered: "नहीं पहुँचे",
    notAnswered: "हमारा जवाब नहीं पहुँचा; इन्हें जवाब दिए गए में नहीं गिना जाता",
  },
  charts: {
    received: "हर दिन के संदेश",
    answers: "पहला जवाब मिनटों में, हर दिन का मीडियन (बीच का समय)",
    hours: "घंटे के हिसाब से संदेश",
    alt: (title: string) => `चार्ट: ${title}। इसके आँकड़े नीचे की तालिका में हैं।`,
    table: "तालिका",
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
    answered: "जवाब दिया गया",
    median: "मीडियन (बीच का समय)",
    ninety: "90 % इतने समय के अंदर",
  },
  estimated: (duration: string) => `लगभग ${duration}`,
  estimateNote: "“लगभग” वाले समय अनुमान हैं: इनमें से कुछ जवाब पुराने संस्करण ने गिने थे, या जवाब बहुत ज़्यादा हैं।",
  durations: {
    minutes: (count: number) => `${count} मिनट`,
    hours: (count: number) => `${count} घंटे`,
    days: (count: number) => `${count} दिन`,
  },
};
