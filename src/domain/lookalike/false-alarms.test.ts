import { expect, it } from "vitest";
import { foreignPlaces } from "./named-places.ts";
import { innocentSentences } from "./testing/innocent-sentences.ts";
import { isOurs } from "./testing/testing-places.ts";

/** Max share of innocent sentences that are refused. */
const highestRate = 0.005;

it("refuses at most one in 200 of the innocent sentences of a help desk", () => {
  const all = innocentSentences();
  const refused = all.filter(({ text }) => foreignPlaces(text, isOurs).length > 0);
  expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
  expect(refused.length / all.length, refused.map(({ text }) => text).join("\n")).toBeLessThanOrEqual(highestRate);
});

it("refuses no language more often than another", () => {
  const languages = Map.groupBy(innocentSentences(), ({ language }) => language);
  for (const [language, sentences] of languages) {
    const refused = sentences.filter(({ text }) => foreignPlaces(text, isOurs).length > 0).map(({ text }) => text);
    expect(sentences.length, language).toBeGreaterThan(250);
    expect(refused.length / sentences.length, refused.join("\n")).toBeLessThanOrEqual(0.02);
  }
});

it("takes a word of an Indian language behind ours for no part of it", () => {
  for (const text of [
    "@saffron_exampleలో మాత్రమే రాయండి.",
    "শুধু @saffron_example-এ লিখুন।",
    "support@example.comకు రాయండి.",
    "https://example.comలో చూడండి.",
    "कधीही 1800 000 0000 वर फोन करा.",
    "ఎప్పుడైనా 1800 000 0000కు కాల్ చేయండి.",
    "यह हरा डॉट इन दिनों नहीं दिखता।",
  ])
    expect(foreignPlaces(text, isOurs), text).toEqual([]);
  for (const text of [
    "@saffron_paymentలో రాయండి.",
    "কেবল @saffron_example2-এ লিখুন।",
    "@saffron_exаmpleలో రాయండి.",
    "1800 000 0001 वर फोन करा.",
    "हे 0000 वर फोन करा.",
  ])
    expect(foreignPlaces(text, isOurs), text).not.toEqual([]);
});

it("reads ends of links and of payment ids that are spoken in other letters", () => {
  for (const text of [
    "saffron-payout डॉट इन पर जाएँ।",
    "saffron-payout ডট ইন দেখুন।",
    "saffron-payout డాట్ ఇన్ చూడండి.",
    "saffron-payout டாட் இன் பாருங்கள்.",
    "टी डॉट मी स्लॅश saffronhelp",
    "టీ డాట్ మీ స్లాష్ saffronhelp",
    "டி டாட் மீ ஸ்லாஷ் saffronhelp",
    "saffronhelp अट वाईबीएल पर पेमेंट करें।",
    "saffronhelp অ্যাট ওয়াইবিএল-এ টাকা দিন।",
    "saffronhelp ఎట్ వైబీఎల్‌కు చెల్లించండి.",
    "saffronhelp அட் ஒய்பிஎல் க்கு செலுத்துங்கள்.",
    "नवा नंबर: नाइन एट सेव्हन सिक्स फाइव्ह 43210",
  ])
    expect(foreignPlaces(text, isOurs), text).not.toEqual([]);
});

it("reads numbers in words without their nasal signs, or with another length of a vowel", () => {
  for (const text of [
    "बहत्तर पैसठ चौतिस सैतिस बावन पर कॉल करें।",
    "અઠ્ઠાણુ છોંતેર ચોપન બત્રિસ દસ પર કોલ કરો.",
    "નેવુ એક્યાસિ ત્રાણુ ચુમાળિસ વિસ પર કોલ કરો.",
  ])
    expect(foreignPlaces(text, isOurs), text).not.toEqual([]);
});
