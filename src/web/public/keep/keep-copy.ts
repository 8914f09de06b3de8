import type { Language } from "#domain/languages.ts";
import { keepNames } from "./keep-names.ts";
import type { Doubt } from "./list-check.ts";

/** The texts of `/keep` and of the page that a kept site shows without a network. */
export interface KeepCopy {
  title: string;
  lead: string;
  what: { title: string; items: string[] };
  stored: { title: string; items: string[] };
  remove: { title: string; text: string };
  states: {
    /** Shown until the page's script runs. */
    withoutScripts: string;
    unsupported: string;
    unable: string;
    keep: string;
    keeping: string;
    keepFailed: string;
    listFailed: string;
    isKept: string;
    install: string;
    installByHand: string;
    newKey: string;
    removeButton: string;
    unsentFirst: string;
    removeAll: string;
    cancel: string;
    removed: string;
    removeFailed: string;
  };
  offline: {
    title: string;
    lead: string;
    again: string;
    verify: { title: string; text: string };
    list: { title: string; signed: string; until: string; none: string };
    hidden: { title: string; text: string };
    unknown: { title: string; advice: string; doubts: Record<Doubt, string> };
    message: { title: string; text: string; unsent: string; write: string };
    manage: string;
  };
}

export const keepCopy: Record<Language, KeepCopy> = {
  en: {
    title: keepNames.en.keep,
    lead: "Open this site without a network, and see our channels while their signed list is valid.",
    what: {
      title: "What it does",
      items: [
        "Without a network, this site opens from your phone and shows our channels as we last signed them.",
        "Your browser verifies our signature each time. A list is valid for two hours at most; after that, or if " +
          "anything is wrong with it, the page says that it cannot know and shows no channel.",
        "You can write a message. It waits in your browser if you choose so, and is sent when we can be reached.",
        "Checking a number or a link still needs the network.",
      ],
    },
    stored: {
      title: "What it stores",
      items: [
        "This page, the page without a network and the message form, with their scripts: less than 1 MB.",
        "Our signed list of channels, the key that verifies it, and the highest version and the latest time " +
          "that were " +
          "seen here, so that an older list is not taken for the present one.",
        "Nothing about you, and nothing that you look at. Nothing is stored before you press the button.",
      ],
    },
    remove: {
      title: "How to remove it",
      text:
        "Open this page and press the button to remove it. All of it goes at once. Deleting this site's data " +
        "in your browser's settings does the same.",
    },
    states: {
      withoutScripts:
        "Keeping the site needs JavaScript. Without it, save this site as a bookmark, or choose “Add to Home " +
        "screen” in " +
        "your browser's menu. It then needs the network each time.",
      unsupported:
        "This browser cannot keep sites, or not in a private window. Save this site as a bookmark, or choose " +
        "“Add to Home " +
        "screen” in your browser's menu.",
      unable:
        "This browser is too old to verify our signature. It can keep the site, but without a network it " +
        "shows no channels.",
      keep: keepNames.en.keep,
      keeping: "Keeping...",
      keepFailed: "The site could not be kept. Check your connection and the free space on this phone, then try again.",
      listFailed:
        "The list of channels could not be verified. Check the date and time of this phone, then try again. " +
        "Nothing was stored.",
      isKept: "This site is kept on this phone.",
      install: "Add to home screen",
      installByHand:
        "To open it like an app, choose “Add to Home screen” in your browser's menu, on an iPhone in the Share menu.",
      newKey:
        "We sign our list with a new key, which this phone does not know. Without a network it shows no " +
        "channels. To use the " +
        "new key, remove the site from this phone and keep it again.",
      removeButton: keepNames.en.remove,
      unsentFirst: "A message that is not sent yet waits in this browser. Removing the site deletes it, too.",
      removeAll: "Delete the message and remove",
      cancel: "Cancel",
      removed: "Removed. Nothing of this site is kept on this phone.",
      removeFailed: "Not everything could be removed. Close other tabs of this site, then try again.",
    },
    offline: {
      title: "No network",
      lead: "This is the copy on your phone. It is not the site as it is now.",
      again: "Try again",
      verify: {
        title: "Checking needs the network",
        text:
          "Whether a number or a link is ours can be checked only with a connection. Until then, treat it as " +
          "not ours.",
      },
      list: {
        title: "Our channels",
        signed: "Signed by us {age}. Your browser has verified it.",
        until: "Valid until {time}. After that, this page shows no channels.",
        none: "We had no channels then.",
      },
      hidden: {
        title: "Our channels are hidden",
        text:
          "Our team has taken all channels off the site. Treat every number and link as not ours until you " +
          "have seen them here again.",
      },
      unknown: {
        title: "This phone cannot know our channels now",
        advice:
          "Connect to the network and open the site again. Until then, trust no number or link that somebody " +
          "sends you. We " +
          "never ask for your password, PIN or OTP.",
        doubts: {
          missing: "No list of channels is on this phone.",
          unable: "This browser is too old to verify our signature.",
          unverified: "The list on this phone is not signed by us as it is. Somebody or something has changed it.",
          newKey: "The list on this phone is signed with a key that this phone does not know.",
          older: "The list on this phone is older than one that was seen here before.",
          clock: "The date or time of this phone is wrong.",
          expired: "The list on this phone is too old: it was valid for two hours.",
        },
      },
      message: {
        title: "Write to us",
        text: "A message that you write now can wait in your browser until we can be reached.",
        unsent: "A message that is not sent yet waits in your browser. Open the form to see it.",
        write: "Write a message",
      },
      manage: "About the copy on this phone, and how to remove it",
    },
  },
  hi: {
    title: keepNames.hi.keep,
    lead: "यह साइट नेटवर्क के बिना खोलें, और जब तक हमारी हस्ताक्षरित सूची मान्य है, हमारे चैनल देखें।",
    what: {
      title: "इससे क्या होता है",
      items: [
        "नेटवर्क न होने पर यह साइट आपके फ़ोन से खुलती है और हमारे चैनल वैसे दिखाती है जैसे हमने पिछली बार हस्ताक्षर किए थे।",
        "आपका ब्राउज़र हर बार हमारे हस्ताक्षर जाँचता है। सूची ज़्यादा से ज़्यादा दो घंटे मान्य है; उसके बाद, " +
          "या उसमें कुछ भी गड़बड़ हो, तो पेज बताता है " +
          "कि वह नहीं जान सकता और कोई चैनल नहीं दिखाता।",
        "आप संदेश लिख सकते हैं। आप चाहें तो वह आपके ब्राउज़र में रुकता है और हमसे संपर्क होते ही भेजा जाता है।",
        "किसी नंबर या लिंक को जाँचने के लिए नेटवर्क फिर भी चाहिए।",
      ],
    },
    stored: {
      title: "क्या रखा जाता है",
      items: [
        "यह पेज, बिना नेटवर्क वाला पेज और संदेश का फ़ॉर्म, उनकी स्क्रिप्ट के साथ: 1 MB से कम।",
        "चैनलों की हमारी हस्ताक्षरित सूची, उसे जाँचने की कुंजी, और यहाँ देखा गया सबसे ऊँचा संस्करण और सबसे " +
          "नया समय, ताकि पुरानी सूची को " +
          "मौजूदा न मान लिया जाए।",
        "आपके बारे में कुछ नहीं, और आप जो देखते हैं उसका भी कुछ नहीं। बटन दबाने से पहले कुछ नहीं रखा जाता।",
      ],
    },
    remove: {
      title: "इसे कैसे हटाएँ",
      text:
        "यह पेज खोलें और हटाने का बटन दबाएँ। सब कुछ तुरंत हट जाता है। ब्राउज़र की सेटिंग में इस साइट का डेटा " +
        "मिटाने से भी यही होता है।",
    },
    states: {
      withoutScripts:
        "साइट रखने के लिए JavaScript चाहिए। उसके बिना इस साइट को बुकमार्क करें, या ब्राउज़र के मेनू में “होम " +
        "स्क्रीन पर जोड़ें” चुनें। तब हर बार नेटवर्क चाहिए।",
      unsupported:
        "यह ब्राउज़र साइटें नहीं रख सकता, या निजी विंडो में नहीं। इस साइट को बुकमार्क करें, या ब्राउज़र के " +
        "मेनू में “होम स्क्रीन पर जोड़ें” चुनें।",
      unable: "यह ब्राउज़र हमारे हस्ताक्षर जाँचने के लिए बहुत पुराना है। वह साइट रख सकता है, पर नेटवर्क के बिना कोई चैनल नहीं दिखाता।",
      keep: keepNames.hi.keep,
      keeping: "रखा जा रहा है...",
      keepFailed: "साइट रखी नहीं जा सकी। अपना कनेक्शन और फ़ोन की खाली जगह देखें, फिर दोबारा कोशिश करें।",
      listFailed: "चैनलों की सूची जाँची नहीं जा सकी। इस फ़ोन की तारीख और समय देखें, फिर दोबारा कोशिश करें। कुछ भी रखा नहीं गया।",
      isKept: "यह साइट इस फ़ोन में रखी है।",
      install: "होम स्क्रीन पर जोड़ें",
      installByHand: "इसे ऐप की तरह खोलने के लिए ब्राउज़र के मेनू में, iPhone पर शेयर मेनू में, “होम स्क्रीन पर जोड़ें” चुनें।",
      newKey:
        "हम अपनी सूची पर नई कुंजी से हस्ताक्षर करते हैं, जिसे यह फ़ोन नहीं जानता। नेटवर्क के बिना यह कोई " +
        "चैनल नहीं दिखाता। नई कुंजी के लिए साइट को इस " +
        "फ़ोन से हटाएँ और फिर से रखें।",
      removeButton: keepNames.hi.remove,
      unsentFirst: "एक संदेश, जो अभी भेजा नहीं गया, इस ब्राउज़र में रुका है। साइट हटाने से वह भी मिट जाएगा।",
      removeAll: "संदेश मिटाएँ और हटाएँ",
      cancel: "रद्द करें",
      removed: "हटा दिया गया। इस साइट का कुछ भी इस फ़ोन में नहीं रखा है।",
      removeFailed: "सब कुछ हटाया नहीं जा सका। इस साइट के दूसरे टैब बंद करें, फिर दोबारा कोशिश करें।",
    },
    offline: {
      title: "नेटवर्क नहीं है",
      lead: "यह आपके फ़ोन में रखी प्रति है। साइट अभी जैसी है, यह वैसी नहीं है।",
      again: "फिर से कोशिश करें",
      verify: {
        title: "जाँच के लिए नेटवर्क चाहिए",
        text: "कोई नंबर या लिंक हमारा है या नहीं, यह केवल कनेक्शन होने पर जाँचा जा सकता है। तब तक उसे हमारा न मानें।",
      },
      list: {
        title: "हमारे चैनल",
        signed: "{age} हमने हस्ताक्षर किए। आपके ब्राउज़र ने इसे जाँच लिया है।",
        until: "{time} तक मान्य। उसके बाद यह पेज कोई चैनल नहीं दिखाता।",
        none: "तब हमारा कोई चैनल नहीं था।",
      },
      hidden: {
        title: "हमारे चैनल छिपे हैं",
        text: "हमारी टीम ने सभी चैनल साइट से हटा लिए हैं। जब तक वे यहाँ फिर न दिखें, किसी भी नंबर या लिंक को हमारा न मानें।",
      },
      unknown: {
        title: "यह फ़ोन अभी हमारे चैनल नहीं जान सकता",
        advice:
          "नेटवर्क से जुड़ें और साइट फिर खोलें। तब तक किसी के भेजे नंबर या लिंक पर भरोसा न करें। हम कभी आपका " +
          "पासवर्ड, PIN या OTP नहीं माँगते।",
        doubts: {
          missing: "इस फ़ोन में चैनलों की कोई सूची नहीं है।",
          unable: "यह ब्राउज़र हमारे हस्ताक्षर जाँचने के लिए बहुत पुराना है।",
          unverified: "इस फ़ोन की सूची पर, जैसी वह है, हमारे हस्ताक्षर नहीं हैं। किसी ने या किसी चीज़ ने उसे बदला है।",
          newKey: "इस फ़ोन की सूची पर ऐसी कुंजी से हस्ताक्षर हैं जिसे यह फ़ोन नहीं जानता।",
          older: "इस फ़ोन की सूची पहले यहाँ देखी गई सूची से पुरानी है।",
          clock: "इस फ़ोन की तारीख या समय गलत है।",
          expired: "इस फ़ोन की सूची बहुत पुरानी है: वह दो घंटे मान्य थी।",
        },
      },
      message: {
        title: "हमें लिखें",
        text: "अभी लिखा संदेश हमसे संपर्क होने तक आपके ब्राउज़र में रुक सकता है।",
        unsent: "एक संदेश, जो अभी भेजा नहीं गया, आपके ब्राउज़र में रुका है। उसे देखने के लिए फ़ॉर्म खोलें।",
        write: "संदेश लिखें",
      },
      manage: "इस फ़ोन में रखी प्रति, और उसे हटाना",
    },
  },
};
