import { plural } from "../../locale/intl.ts";
import type { TeamDictionary } from "../dictionaries.ts";

export const trust: TeamDictionary["trust"] = {
  title: "भरोसे से जुड़े बदलाव",
  waitsTitle: "एक बदलाव रुका हुआ है",
  kinds: {
    mail: "ईमेल सर्वर या प्रेषक",
    incoming: "ईमेल से आने वाले जवाब कहाँ जाते हैं",
    webhook: "वेबहुक",
    telegram: "Telegram चैट",
    publicAddress: "साइट का पता",
    "api-token": "लिख सकने वाला API टोकन",
    "password-link": "किसी मालिक के लिए पासवर्ड लिंक",
    "password-reset": "ईमेल के लिंक से किसी मालिक का नया पासवर्ड",
    "second-factor": "किसी मालिक का टू-स्टेप वेरिफ़िकेशन हटाना",
    "owner-removal": "किसी मालिक के अधिकार हटाना",
    "new-owner": "नया मालिक",
  },
  states: { waits: "रुका हुआ", done: "लागू", stopped: "रोका गया" },
  audit: {
    waits: "भरोसे से जुड़ा बदलाव माँगा",
    approved: "भरोसे से जुड़े बदलाव को मंज़ूरी दी",
    done: "भरोसे से जुड़ा बदलाव लागू हुआ",
    stopped: "भरोसे से जुड़ा बदलाव रोका",
  },
  by: (who: string, at: string) => `${who} ने किया, ${at}।`,
  about: (member: string) => `${member} के बारे में।`,
  needsApproval: "इसे किसी दूसरे मालिक की मंज़ूरी चाहिए।",
  needsApprovalFrom: (at: string) => `इसे किसी दूसरे मालिक की मंज़ूरी चाहिए, और यह ${at} से पहले लागू नहीं होगा।`,
  approvedBy: (who: string, at: string) => `${who} ने मंज़ूरी दी। यह ${at} पर लागू होगा।`,
  takesEffect: (at: string) => `यह ${at} पर लागू होगा, अगर कोई मालिक इसे न रोके।`,
  approvesFrom: (at: string) => `आप ${at} से बदलाव मंज़ूर कर सकते हैं।`,
  operator: "अगर कोई मंज़ूरी नहीं दे सकता, तो सर्वर चलाने वाला इंतज़ार ख़त्म करता है: npm run admin -- approve-owner",
  approve: "मंज़ूर करें",
  approveOf: (what: string) => `मंज़ूर करें: ${what}`,
  stop: "रोकें",
  stopOf: (what: string) => `रोकें: ${what}`,
  toApprove: "भरोसे से जुड़ा बदलाव मंज़ूर करने",
  isDone: (at: string) => `${at} से लागू है।`,
  isStopped: (at: string) => `${at} पर रोका गया।`,
  summary: (count: number, waiting: number) =>
    waiting > 0
      ? plural(waiting, { one: "भरोसे से जुड़ा 1 बदलाव रुका हुआ है", other: `भरोसे से जुड़े ${waiting} बदलाव रुके हुए हैं` })
      : plural(count, { one: "भरोसे से जुड़ा 1 बदलाव", other: `भरोसे से जुड़े ${count} बदलाव` }),
  show: "दिखाएँ",
  hide: "छिपाएँ",
  showAll: "भरोसे से जुड़े बदलाव दिखाएँ",
  hideAll: "भरोसे से जुड़े बदलाव छिपाएँ",
  seen: "मुझे पता है",
  seenOf: (what: string) => `मुझे पता है: ${what}`,
  notSeen:
    "आपका पासवर्ड या टू-स्टेप वेरिफ़िकेशन इसके बाद बदला गया, इसलिए इस सेशन में इसे देखा हुआ नहीं माना जा सकता। यह 7 दिन बाद हट जाता है।",
  unknown: "अगर आपको इसका पता नहीं है, तो जिस सदस्य ने यह किया उसके सेशन ख़त्म करें।",
  openTeam: "टीम खोलें",
  toasts: { saved: "सेव हुआ। यह रुका हुआ है और बाद में लागू होगा", waits: "यह रुका हुआ है और बाद में लागू होगा" },
  linkWaits: (at: string) => `लिंक ${at} से काम करेगा। तब तक हर मालिक इसे रोक सकता है।`,
  linkNeedsApproval: "लिंक तब काम करेगा जब कोई दूसरा मालिक मंज़ूरी देगा।",
  tokenWaits: (at: string) => `टोकन ${at} से काम करेगा। तब तक हर मालिक इसे रोक सकता है।`,
  tokenNeedsApproval: "टोकन तब काम करेगा जब कोई दूसरा मालिक मंज़ूरी देगा।",
  nobodyYet: {
    title: "अभी कोई मंज़ूरी नहीं दे सकता",
    meaning: (at: string) =>
      `${at} से पहले कोई दूसरा मालिक मंज़ूरी नहीं दे सकता, क्योंकि उनका अकाउंट नया है या रीसेट हुआ है। तब तक चैनलों का ` +
      "कोई बदलाव प्रकाशित नहीं होगा, और दूसरे नियम पर लौटने के लिए भी उनकी मंज़ूरी चाहिए।",
    action: "फिर भी चालू करें",
  },
  ruleWaits: {
    title: "इस नियम का एक बदलाव रुका हुआ है",
    how: "कोई दूसरा मालिक इसे मंज़ूर करता है, या कोई मालिक इसे वापस लेता है, और तब ऊपर का नियम बना रहता है। अगर कोई दूसरा मालिक मंज़ूरी नहीं दे सकता, तो सर्वर चलाने वाला किसी को तुरंत इसके काबिल बनाता है: npm run admin -- approve-owner",
  },
  notice: {
    title: "एक छोटा नोटिस प्रकाशित हुआ",
    until: (at) => `विज़िटरों को यह ${at} तक दिखेगा।`,
    planned: (from, until) => `विज़िटरों को यह ${from} से ${until} तक दिखेगा।`,
    takeDown: "इसे हटाएँ",
    takeDownOf: (text) => `इसे हटाएँ: ${text}`,
  },
  becomesOwner: (at: string) => `${at} पर मालिक बनेंगे, अगर कोई मालिक इसे न रोके।`,
};
