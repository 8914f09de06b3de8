import { plural } from "../../locale/intl.ts";
import type { TeamDictionary } from "../dictionaries.ts";

export const shell: TeamDictionary["shell"] = {
  needsScripts: "एडमिन क्षेत्र के लिए JavaScript ज़रूरी है। कृपया इसे इस साइट के लिए चालू करें।",
  description: "टीम के लिए।",
  titles: {
    channels: "संपर्क प्रबंधन",
    history: "चैनलों का इतिहास",
    inbox: "इनबॉक्स",
    replies: "सेव किए जवाब",
    reports: "रिपोर्ट",
    team: "टीम",
    settings: "सेटिंग",
    setup: "तैयारी",
    auditLog: "ऑडिट लॉग",
    security: "आपकी सुरक्षा",
    ownSettings: "आपकी सेटिंग",
    password: "पासवर्ड सेट करें",
  },
  areas: {
    inbox: "इनबॉक्स",
    channels: "चैनल",
    team: "टीम",
    replies: "सेव किए जवाब",
    reports: "रिपोर्ट",
    settings: "सेटिंग",
    auditLog: "ऑडिट लॉग",
    security: "आपकी सुरक्षा",
    ownSettings: "आपकी सेटिंग",
  },
  newInquiries: "नई",
  waitingProposals: "इंतज़ार में",
  admin: "एडमिन",
  areasOnPhones: "सेक्शन",
  more: "और",
  team: "टीम",
  signOut: "साइन आउट करें",
  signOutFailed: "साइन आउट करने में दिक्कत हुई",
  signOutUnsaved: "आपका कुछ काम अभी सेव नहीं हुआ या भेजा नहीं गया है। साइन आउट करने पर वह खो जाएगा।",
  stillSignedIn: (why: string) => `आप अब भी साइन इन हैं। ${why}`,
  signedInAs: (email: string) => `${email} के रूप में साइन इन हैं`,
  roles: { owner: "मालिक", agent: "एजेंट" },
  signedOut: "आप साइन आउट हो गए हैं। आपने जो लिखा है, वह अब भी यहीं है।",
  signInAgain: "फिर साइन इन करें",
  sessionOver: {
    title: "कृपया फिर साइन इन करें",
    about: "आपका सेशन खत्म हो गया है। आपका लिखा कुछ नहीं मिटा: यहाँ साइन इन करें, फिर बटन एक बार और दबाएँ।",
  },
  setUpFirst: "दूसरा सत्यापन जोड़ें",
  dates: {
    now: "अभी",
    minutes: (count: number) => `${count} मिनट`,
    hours: (count: number) => plural(count, { one: `${count} घंटा`, other: `${count} घंटे` }),
    today: "आज",
    yesterday: "कल",
  },
  deliveryNames: { email: "ईमेल", webhook: "वेबहुक", telegram: "Telegram" },
  alarms: {
    tellOwner: "कृपया किसी मालिक को बताएँ।",
    openSettings: "सेटिंग खोलें",
    showBackups: "बैकअप दिखाएँ",
    deliveries: {
      title: "सूचनाएँ नहीं पहुँच रही हैं।",
      failing: (channel: string, messages: number, since: string) => `${channel}: ${since} से ${messages} संदेश`,
      about: (failing: string) => `${failing}। कुछ खोया नहीं है: हर पूछताछ इनबॉक्स में है।`,
      open: "डिलीवरी लॉग खोलें",
    },
    incoming: {
      title: "विज़िटरों के ईमेल नहीं आ रहे हैं।",
      about: (since: string, problem: string) => `${since} से: ${problem} वे मेलबॉक्स में रुके हुए हैं।`,
    },
    answers: {
      title: (claimed: string) => `साइट ${claimed} में जवाब देने का वादा करती है।`,
      about: (days: number, median: string) =>
        `पिछले ${days} दिनों में आधे विज़िटरों ने ${median} से ज़्यादा इंतज़ार किया। ` +
        "साइट को मापा गया समय दिखाने दें, या कॉन्फ़िगरेशन ठीक करें।",
      dismiss: "अभी नहीं",
    },
    damage: {
      title: "डेटा स्टोर खराब हो गया है।",
      about: "डेटा फ़ोल्डर की एक कॉपी रख लें, फिर संचालन गाइड के अनुसार बैकअप बहाल करें।",
      show: "दिखाएँ कि क्या खराब है",
    },
    unwatched: {
      title: "डेटा गायब हो तो पता नहीं चलेगा:",
      about: (why: string) => `${why}।`,
    },
    backup: {
      title: "पिछला बैकअप नहीं हो सका।",
      about: (at: string, problem: string) => `${at} को: ${problem}`,
      none: "अभी तक कोई बैकअप नहीं है; अगली कोशिश अपने आप होगी।",
      lastGood: (at: string) => `पिछला सही बैकअप ${at} का है; अगली कोशिश अपने आप होगी।`,
    },
    copies: {
      title: "पिछला बैकअप दूसरी जगह कॉपी नहीं हो सका।",
      about: (at: string, problem: string) => `${at} को: ${problem}। अगली कोशिश अपने आप होगी।`,
    },
    settings: {
      title: "सेटिंग इस प्रोग्राम के बाहर से बदली गईं।",
      beforeNoticed: "पता चला: ",
      afterNoticed: "।",
      strict: "कोई सही सेटिंग मालूम नहीं है: कुछ भेजा नहीं जाता, और सभी को दूसरा सत्यापन चाहिए।",
      lastGood: "पिछली सही सेटिंग लागू हैं।",
      restore: "पिछली सही सेटिंग बहाल करें",
      confirms: "पिछली सही सेटिंग बहाल करने",
      restored: "पिछली सही सेटिंग वापस आ गईं",
      notRestored: "सेटिंग बहाल करने में दिक्कत हुई",
      ask: {
        title: "पिछली सही सेटिंग बहाल करें?",
        action: "बहाल करें",
        busy: "बहाल हो रही हैं...",
        strict:
          "कोई सही सेटिंग मालूम नहीं है, इसलिए सेटिंग नए सिरे से शुरू होंगी, और सभी को दूसरा सत्यापन चाहिए होगा। " +
          "इसके बाद ईमेल, वेबहुक और Telegram फिर से सेट अप करें।",
        about:
          "बाहर से डेटा स्टोर में जो लिखा गया था, वह हटा दिया जाएगा। यह किसने किया, यह जानना हो, तो पहले डेटा स्टोर की एक कॉपी " +
          "रख लें।",
      },
    },
  },
};
