import { counted } from "../../locale/intl.ts";
import type { TeamDictionary } from "../dictionaries.ts";

export const untaken: TeamDictionary["untaken"] = {
  title: "नहीं लिए गए",
  lead: "ऐसे ईमेल जो अपने-आप भेजे गए लगते हैं, या पढ़े नहीं जा सके।",
  kept: (days: number, count: number, megabytes: number) =>
    `हर ईमेल ${days} दिन रखा जाता है; ${counted(count)} या ${megabytes} MB से ज़्यादा होने पर सबसे पुराने पहले हटते हैं।`,
  what: "ईमेल की सूची",
  loading: "ईमेल लोड हो रहे हैं...",
  more: "और दिखाएँ",
  empty: {
    title: "हर ईमेल लिया गया",
    text: "अपने-आप भेजे गए ईमेल, और जो पढ़े नहीं जा सके, यहाँ दिखते हैं।",
  },
  list: "जो ईमेल नहीं लिए गए",
  noSender: "भेजने वाला नहीं",
  noSubject: "(कोई विषय नहीं)",
  named: (subject: string, sender: string) => `${sender} का “${subject}”`,
  take: "ले लें",
  takeOne: (mail: string) => `ले लें: ${mail}`,
  done: {
    take: "ईमेल ले लिया गया",
    undo: "ईमेल फिर से सूची में है",
    confirm: "जवाब पर “नहीं पहुँचा” का निशान लग गया",
  },
  confirm: "“नहीं पहुँचा” मानें",
  confirmOne: (reference: string) => `“नहीं पहुँचा” मानें: ${reference} का जवाब`,
  undoOne: (mail: string) => `${mail} लेना वापस करें`,
  open: "संदेश खोलें",
  download: "डाउनलोड करें",
  downloadOne: (mail: string) => `${mail} डाउनलोड करें`,
  reasons: {
    "auto-reply": "अपने-आप भेजा गया जवाब, जैसे “दफ़्तर से बाहर”।",
    program: "किसी प्रोग्राम का भेजा हुआ, जैसे न्यूज़लेटर।",
    "own-address": "टीम के या हमारे अपने पते से।",
    bounce: "यह सूचना कि कोई ईमेल नहीं पहुँचा, पर हमारा कोई नहीं।",
    full: "इसकी बातचीत में बिना जवाब के बहुत से संदेश हैं।",
    "no-sender": "पढ़ा नहीं जा सका: इसमें भेजने वाला नहीं है।",
    "too-many-lines": "पढ़ा नहीं जा सका: इसमें बहुत ज़्यादा पंक्तियाँ हैं।",
    "too-many-headers": "पढ़ा नहीं जा सका: इसमें बहुत ज़्यादा हेडर पंक्तियाँ हैं।",
    "too-many-parts": "पढ़ा नहीं जा सका: इसमें बहुत ज़्यादा हिस्से हैं।",
    "too-slow": "पढ़ा नहीं जा सका: बहुत समय लगा।",
    "too-much-memory": "पढ़ा नहीं जा सका: बहुत मेमोरी लगी।",
    crashed: "पढ़ा नहीं जा सका: ईमेल पढ़ने वाला प्रोग्राम बंद हो गया।",
    tries: "लिया नहीं जा सका: तीन कोशिशें नाकाम रहीं।",
  },
  perhaps: (reference: string) => `यह सूचना कि कोई ईमेल नहीं पहुँचा, शायद ${reference} के बारे में।`,
};
