import { describe, expect, it } from "vitest";
import { createVerify } from "./verify.ts";

const whatsapp = { _id: "1", type: "whatsapp", value: "+91 98765 43210", proof: "" } as const;
const telegram = { _id: "2", type: "telegram", value: "https://t.me/examplecricket", proof: "" } as const;
const instagram = { _id: "3", type: "instagram", value: "@example.cricket", proof: "" } as const;
const site = { _id: "4", type: "website", value: "https://cricket.example", proof: "" } as const;

const service = createVerify({
  official: async () => ({ isHidden: false, current: [whatsapp, telegram, instagram, site], retired: [] }),
  country: () => "IN",
});
const safe = (url: string, more = "") =>
  `https://nam01.safelinks.protection.outlook.com/?url=${encodeURIComponent(url)}${more}`;

describe("a link of ours is ours in every spelling, and behind what scans or counts links", () => {
  it.each([
    // cases/13-links
    [safe("https://wa.me/919876543210", "&data=05"), whatsapp],
    ["https://l.facebook.com/l.php?u=https%3A%2F%2Fwa.me%2F919876543210", whatsapp],
    ["https://wa.me/+91-98765-43210", whatsapp],
    ["https://t.me/examplecricket?boost", telegram],
    ["https://wa.me/00919876543210", whatsapp],
    ["https://instagram.com/_u/example.cricket", instagram],
    ["https://web.telegram.org/k/#@examplecricket", telegram],
    // Others of the kind.
    [
      "https://eur03.safelinks.protection.outlook.com/ap/x-59584e83/?url=https%3A%2F%2Ft.me%2Fexamplecricket&data=05%7C02&sdata=x&reserved=0",
      telegram,
    ],
    ["https://lm.facebook.com/l.php?u=https%3A%2F%2Ft.me%2Fexamplecricket%3Ffbclid%3Dabc&h=AT1", telegram],
    ["https://l.instagram.com/?u=https%3A%2F%2Fcricket.example%2Foffers%3Fa%3Db&e=AT1", site],
    ["https://www.google.com/url?q=https://t.me/examplecricket&sa=D&source=editors", telegram],
    ["https://www.google.co.in/url?sa=t&q=&url=https%3A%2F%2Fwww.instagram.com%2Fexample.cricket%2F", instagram],
    ["https://www.youtube.com/redirect?event=video_description&q=https%3A%2F%2Ft.me%2Fexamplecricket", telegram],
    ["https://urldefense.com/v3/__https://wa.me/919876543210__;!!AbC-1!xYz$", whatsapp],
    ["https://urldefense.proofpoint.com/v2/url?u=https-3A__wa.me_919876543210&d=Dw&c=x", whatsapp],
    ["https://www.linkedin.com/safety/go?url=https%3A%2F%2Fcricket.example&trk=x", site],
    [safe(`https://l.facebook.com/l.php?u=${encodeURIComponent("https://t.me/examplecricket")}`), telegram],
    [`Please open ${safe("https://t.me/examplecricket")} today`, telegram],
    [`<${safe("https://t.me/examplecricket")}>.`, telegram],
    ["wa.me/91-98765-43210", whatsapp],
    ["https://wa.me/+91%2098765%2043210", whatsapp],
    ["https://t.me/examplecricket?direct", telegram],
    ["https://t.me/examplecricket?videochat", telegram],
    ["https://web.telegram.org/a/#@ExampleCricket", telegram],
    ["http://instagr.am/example.cricket/", instagram],
    ["https://www.instagram.com/_u/example.cricket/?igsh=x", instagram],
  ])("%s", async (text, channel) => {
    expect(await service.verify(text)).toMatchObject({ verdict: "official", channels: [{ value: channel.value }] });
  });
});

describe("what is doubtful is neither ours nor called false", () => {
  it.each([
    "https://wa.me/9109876543210",
    "https://t.me/examplecricket?campaign=winter",
    "https://www.instagram.com/example.cricket?variant=b&hoisted=1",
    `https://www.google.com/url?q=${encodeURIComponent("https://t.me/examplecricket")}&url=${encodeURIComponent("https://thief.example")}`,
    safe("https://t.me/examplecricket", "&url=https%3A%2F%2Fthief.example"),
    safe("https://t.me/examplecricket", "#!/thief"),
    safe(safe(safe(safe(safe(safe(safe("https://t.me/examplecricket"))))))),
    "https://urldefense.com/v3/__https://t.me/examplecricket*thief__;Kg!!AbC!x$",
    "https://l.facebook.com/l.php?u=t.me%2Fexamplecricket",
    "https://l.facebook.com:8443/l.php?u=https%3A%2F%2Ft.me%2Fexamplecricket",
    "https://web.telegram.org/k/#?tgaddr=tg%3A%2F%2Fresolve%3Fdomain%3Dexamplecricket",
    "https://instagram.com/redirect?to=example.cricket",
  ])("%s", async (text) => {
    expect(await service.verify(text)).toEqual({ verdict: "unknown" });
  });
});

describe("what leads to somebody else is never ours, and a lookalike is still one", () => {
  it.each([
    [safe("https://t.me/examplecrlcket"), "impostor"],
    [safe("https://wa.me/919876543211"), "impostor"],
    ["https://wa.me/+91-98765-43211", "impostor"],
    ["https://instagr.am/example.crickett", "impostor"],
    ["https://web.telegram.org/k/#@examplecrickett", "impostor"],
    ["https://wa.me/919876543210?phone=447700900123", "impostor"],
    ["https://t.me/examplecricket?domain=thief", "impostor"],
    [safe("https://thief.example/examplecricket"), "unknown"],
    ["https://l.facebook.com/l.php?u=https%3A%2F%2Fthief.example", "unknown"],
    ["https://l.facebook.com.thief.example/l.php?u=https%3A%2F%2Ft.me%2Fexamplecricket", "impostor"],
    [
      "https://nam01.safelinks.protection.outlook.com.thief.example/?url=https%3A%2F%2Ft.me%2Fexamplecricket",
      "impostor",
    ],
  ])("%s: %s", async (text, verdict) => {
    expect(await service.verify(text)).toMatchObject({ verdict });
  });
});
