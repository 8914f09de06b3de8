import type { Language } from "#domain/languages.ts";

/** The texts of the poster, of its bar on the screen, and of the badge. */
export const posterCopy: Record<
  Language,
  {
    title: (name: string) => string;
    lead: string;
    scan: string;
    /** `address` is that of the page that checks a number. */
    check: (address: string) => string;
    rulesTitle: string;
    rules: string[];
    adults: (age: number) => string;
    print: string;
    badge: (name: string) => string;
  }
> = {
  en: {
    title: (name) => `The official channels of ${name}`,
    lead: "Scan the code to reach us. Trust only the numbers and links on our own site.",
    scan: "QR code of our site",
    check: (address) => `Check a number or a link: ${address}`,
    rulesTitle: "Stay safe",
    rules: [
      "We never ask for your password, PIN or OTP.",
      "We never ask you to pay to a personal account.",
      "Somebody writes to you in our name? Check the number or link on our site first.",
    ],
    adults: (age) => `For adults only (${age}+). Play responsibly.`,
    print: "Print this page on A4 with your browser (Ctrl P or ⌘ P). This line is not printed.",
    badge: (name) => `Official channels of ${name}`,
  },
  hi: {
    title: (name) => `${name} के आधिकारिक चैनल`,
    lead: "हमसे संपर्क के लिए कोड स्कैन करें। केवल हमारी साइट के नंबर और लिंक पर भरोसा करें।",
    scan: "हमारी साइट का QR कोड",
    check: (address) => `नंबर या लिंक जाँचें: ${address}`,
    rulesTitle: "सुरक्षित रहें",
    rules: [
      "हम कभी आपका पासवर्ड, PIN या OTP नहीं माँगते।",
      "हम कभी किसी निजी खाते में पैसे भेजने को नहीं कहते।",
      "कोई हमारे नाम से लिख रहा है? पहले नंबर या लिंक हमारी साइट पर जाँचें।",
    ],
    adults: (age) => `केवल वयस्कों के लिए (${age}+)। ज़िम्मेदारी से खेलें।`,
    print: "इस पेज को अपने ब्राउज़र से A4 पर प्रिंट करें (Ctrl P या ⌘ P)। यह पंक्ति प्रिंट नहीं होती।",
    badge: (name) => `${name} के आधिकारिक चैनल`,
  },
};
