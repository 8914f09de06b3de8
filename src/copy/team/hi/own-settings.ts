import type { TeamDictionary } from "../dictionaries.ts";

export const ownSettings: TeamDictionary["ownSettings"] = {
  title: "आपकी सेटिंग",
  lead: "ये सिर्फ़ आपकी हैं: इनसे बाकी टीम के लिए कुछ नहीं बदलता। हर बदलाव तुरंत सेव हो जाता है।",
  loading: "आपकी सेटिंग लोड हो रही है...",
  confirms: "आपकी सेटिंग सेव करने",
  saved: "सेव हो गया",
  replying: {
    title: "जवाब देना",
    assigns: "जवाब देने पर पूछताछ मुझे सौंपें",
    assignsHint: "सिर्फ़ तब, जब वह अब तक किसी को न सौंपी गई हो।",
    key: "Ctrl+Enter से क्या हो",
    send: "जवाब भेजा जाए",
    sendHint: "Ctrl+Shift+Enter से जवाब जाता है और पूछताछ बंद हो जाती है।",
    close: "जवाब भेजा जाए और पूछताछ बंद हो",
    closeHint: "Ctrl+Shift+Enter से सिर्फ़ जवाब जाता है।",
  },
  told: {
    title: "सूचनाएँ",
    about: "चुनें कि आपको सूचना कहाँ मिले। आप ख़ुद जो करते हैं, उसकी सूचना आपको कभी नहीं मिलती।",
    what: "क्या हुआ",
    bell: "घंटी",
    email: "ईमेल",
    kinds: {
      mentions: "किसी नोट में कोई मेरा ज़िक्र करे",
      assignments: "कोई मुझे पूछताछ सौंपे",
      answers: "मेरी किसी पूछताछ में विज़िटर लिखे",
      undelivered: "मेरा जवाब या मेरी किसी पूछताछ का जवाब न पहुँचे",
    },
    inBell: (kind: string) => `${kind}: घंटी`,
    byEmail: (kind: string) => `${kind}: ईमेल`,
  },
  quiet: {
    title: "शांत समय",
    on: "तय समय में मुझे कोई ईमेल न भेजें",
    onHint: "ऊपर की बातों के ईमेल शांत समय ख़त्म होने तक रुकते हैं। तब तक आप जो पढ़ चुके हों, उसका ईमेल नहीं जाता।",
    from: "कब से",
    to: "कब तक",
    timeZone: "टाइम ज़ोन",
    nextDay: "अगले दिन ख़त्म होता है।",
  },
};
