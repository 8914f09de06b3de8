import { describe, expect, it } from "vitest";
import { readPhoneNumber } from "#server/lib/phone-number.ts";
import type { ChannelType } from "../brands/brands.ts";
import { checkChannel } from "#contract/channels/value-check.ts";
import { inEnglish } from "#copy/server/render.ts";
import { checkValue } from "./channel-check.ts";
import { channelLink } from "./channel-link.ts";
import { usualValue } from "./usual-value.ts";

const read = (text: string) => readPhoneNumber(text, "IN");

describe("a pasted value is accepted, and opens in its usual form", () => {
  it.each<[type: ChannelType, value: string, href: string, warning?: string]>([
    // cases/13-links
    [
      "whatsapp",
      "https://whatsapp.com/channel/0029VaAbCdEfGhIjKlMnOp",
      "https://whatsapp.com/channel/0029VaAbCdEfGhIjKlMnOp",
    ],
    [
      "whatsapp",
      "https://chat.whatsapp.com/invite/AbCdEfGh12345678901234",
      "https://chat.whatsapp.com/invite/AbCdEfGh12345678901234",
      "group",
    ],
    ["facebook", "https://web.facebook.com/examplecric2", "https://facebook.com/examplecric2"],
    ["twitter", "https://mobile.twitter.com/examplecric2", "https://x.com/examplecric2"],
    ["linkedin", "https://in.linkedin.com/company/examplecric2/", "https://www.linkedin.com/company/examplecric2/"],
    // Others of the kind.
    [
      "whatsapp",
      "www.whatsapp.com/channel/0029VaAbCdEfGhIjKlMnOp?utm=x",
      "https://www.whatsapp.com/channel/0029VaAbCdEfGhIjKlMnOp",
    ],
    [
      "whatsapp",
      "https://chat.whatsapp.com/AbCdEfGh12345678901234",
      "https://chat.whatsapp.com/AbCdEfGh12345678901234",
      "group",
    ],
    ["whatsapp", "https://wa.me/message/ABCDEFGHIJ", "https://wa.me/message/ABCDEFGHIJ"],
    [
      "whatsapp",
      "https://api.whatsapp.com/send/?phone=919876543210&text&type=phone_number",
      "https://wa.me/919876543210",
    ],
    ["whatsapp", "https://web.whatsapp.com/send?phone=%2B919876543210", "https://wa.me/919876543210"],
    ["whatsapp", "whatsapp://send?phone=+919876543210", "https://wa.me/919876543210"],
    ["whatsapp", "whatsapp://send/?phone=919876543210&text=Hi", "https://wa.me/919876543210"],
    ["whatsapp", "https://wa.me/+91-98765-43210", "https://wa.me/919876543210"],
    ["facebook", "mobile.facebook.com/examplecric2?ref=x", "https://facebook.com/examplecric2"],
    ["facebook", "https://hi-in.facebook.com/examplecric2/", "https://facebook.com/examplecric2/"],
    [
      "facebook",
      "https://web.facebook.com/profile.php?id=100012345678",
      "https://facebook.com/profile.php?id=100012345678",
    ],
    ["facebook", "https://m.facebook.com/examplecric2", "https://m.facebook.com/examplecric2"],
    [
      "facebook",
      "https://www.facebook.com/share/1AbCdEfGhI/",
      "https://www.facebook.com/share/1AbCdEfGhI/",
      "short link",
    ],
    ["twitter", "https://web.x.com/examplecric2", "https://x.com/examplecric2"],
    ["twitter", "https://x.com/@examplecric2", "https://x.com/examplecric2"],
    ["instagram", "https://instagr.am/example.cricket", "https://instagram.com/example.cricket"],
    ["instagram", "https://instagram.com/_u/example.cricket", "https://instagram.com/example.cricket"],
    ["instagram", "https://mobile.instagram.com/example.cricket/?igsh=x", "https://instagram.com/example.cricket/"],
    ["instagram", "instagram://user?username=example.cricket", "https://instagram.com/example.cricket"],
    ["linkedin", "uk.linkedin.com/in/example-name?trk=x", "https://www.linkedin.com/in/example-name"],
    ["youtube", "https://in.youtube.com/@example", "https://www.youtube.com/@example"],
    ["telegram", "tg://resolve?domain=examplecricket", "https://t.me/examplecricket"],
    ["telegram", "tg:resolve?domain=example_bot&start=site", "https://t.me/example_bot?start=site"],
    ["telegram", "tg://join?invite=AbCdEfGhIj_-KlMn", "https://t.me/+AbCdEfGhIj_-KlMn"],
    ["telegram", "https://t.me/s/examplecricket", "https://t.me/examplecricket"],
    ["telegram", "t.me/@examplecricket", "https://t.me/examplecricket"],
    ["telegram", "https://web.telegram.org/k/#@examplecricket", "https://t.me/examplecricket"],
    ["email", "mailto:support@example.com", "mailto:support@example.com"],
    ["email", "mailto:First.Last%2Btag@example.com", "mailto:First.Last%2Btag@example.com"],
    ["phone", "tel:+91-98765-43210", "tel:+919876543210"],
    ["phone", "tel:112", "tel:112"],
    ["phone", "tel:+912240000000;ext=12", "tel:+912240000000;ext=12"],
    ["phone", "098765 43210", "tel:+919876543210"],
    ["phone", "9876543210", "tel:+919876543210"],
    ["phone", "022 4000 0000 ext. 12", "tel:+912240000000;ext=12"],
    // Only their own country can call these.
    ["phone", "1800 000 0000", "tel:18000000000"],
    ["phone", "1930", "tel:1930"],
    // Italy's 0 belongs to the number, and `(0)` says itself that it is not dialled.
    ["phone", "+39 06 0000 0001", "tel:+390600000001"],
    ["phone", "+44 (0)20 7946 0000", "tel:+442079460000"],
    ["whatsapp", "+225 01 23 45 67 89", "https://wa.me/2250123456789"],
  ])("%s %s opens %s", (type, value, href, warning) => {
    expect(checkValue(type, value, read)).toMatchObject({ ok: true, href });
    expect(checkValue(type, value, read)).toHaveProperty("ok", true);
    const checked = checkValue(type, value, read);
    expect(checked.ok && checked.warning).toBe(warning);
    // The usual form opens the same, and has no other.
    const usual = usualValue(type, value, read);
    expect(channelLink(type, usual)).toMatchObject({ ok: true, href });
    expect(usualValue(type, usual, read)).toBe(usual);
  });
});

describe("a number is offered as it is called from everywhere", () => {
  it.each<[ChannelType, string, string | undefined]>([
    ["phone", "9876543210", "+91 98765 43210"],
    ["phone", "+919876543210", "+91 98765 43210"],
    ["phone", "tel:+919876543210", "+91 98765 43210"],
    ["whatsapp", "919876543210", "+91 98765 43210"],
    ["whatsapp", "whatsapp://send?phone=919876543210", "+91 98765 43210"],
    ["phone", "+91 98765 43210", undefined],
    ["whatsapp", "https://wa.me/919876543210", undefined],
    ["telegram", "@examplecricket", undefined],
    ["telegram", "https://t.me/examplecricket", undefined],
    ["instagram", "https://www.instagram.com/example.cricket/", undefined],
  ])("%s %s: %s", (type, value, usual) => {
    const checked = checkValue(type, value, read);
    expect(checked).toMatchObject({ ok: true });
    expect(checked.ok && checked.usual).toBe(usual);
  });
});

describe("a 0 that is not dialled after the country code is refused, with the number that is right", () => {
  it.each<[ChannelType, string, string]>([
    ["whatsapp", "+91 0 98765 43210", "+91 98765 43210"],
    ["whatsapp", "https://wa.me/9109876543210", "+91 98765 43210"],
    ["whatsapp", "9109876543210", "+91 98765 43210"],
    ["whatsapp", "https://api.whatsapp.com/send?phone=9109876543210", "+91 98765 43210"],
    ["whatsapp", "whatsapp://send?phone=+9109876543210", "+91 98765 43210"],
    ["whatsapp", "+44 07911 123456", "+44 7911 123456"],
    ["phone", "+91-098765-43210", "+91 98765 43210"],
    ["phone", "0091 098765 43210", "+91 98765 43210"],
    ["phone", "tel:+9109876543210", "+91 98765 43210"],
    ["phone", "+44 020 7946 0000 ext. 7", "+44 20 7946 0000 ext. 7"],
    ["phone", "+36 06 20 123 4567", "+36 20 123 4567"],
    ["phone", "+49 0151 23456789", "+49 1512 3456789"],
  ])("%s %s: %s", (type, value, offer) => {
    expect(checkValue(type, value, read)).toMatchObject({ ok: false, reason: "trunk zero", offer });
    // What was stored before opens the number that was meant.
    expect(channelLink(type, usualValue(type, value))).toEqual(channelLink(type, offer));
  });

  it("in a sentence that needs no library, the blanks as typed", () => {
    const problem = (type: ChannelType, value: string) => {
      const checked = checkChannel(type, value);
      return checked.ok ? checked : { ok: false, problem: inEnglish(checked.problem) };
    };
    expect(problem("whatsapp", "+91 0 98765 43210")).toEqual({
      ok: false,
      problem: "The 0 after the country code is not dialled: write +91 98765 43210.",
    });
    expect(problem("phone", "+44 07911 123456")).toMatchObject({
      problem: expect.stringContaining("write +44 7911 123456."),
    });
    expect(problem("phone", "+91 (098765) 43210")).toMatchObject({ problem: expect.stringContaining("98765") });
  });

  it("a WhatsApp number without its country code is refused with the country's", () =>
    expect(checkValue("whatsapp", "98765 43210", read)).toMatchObject({ ok: false, offer: "+91 98765 43210" }));
});

describe("what is no channel is refused with the reason", () => {
  it.each<[ChannelType, string, string]>([
    // cases/13-links
    ["instagram", "https://www.instagram.com/redirect?to=https://attacker.example", "a redirect"],
    ["youtube", "https://youtu.be/8YUpvQ3DX7I", "a post"],
    // Others of the kind.
    ["youtube", "https://www.youtube.com/watch?v=8YUpvQ3DX7I", "a post"],
    ["youtube", "youtube.com/shorts/8YUpvQ3DX7I", "a post"],
    ["youtube", "https://www.youtube.com/redirect?q=https://evil.example", "a redirect"],
    ["youtube", "https://www.youtube.com/feed/subscriptions", "a page of the service"],
    ["instagram", "https://www.instagram.com/p/AbCdEfGhIjK/", "a post"],
    ["instagram", "https://www.instagram.com/reel/AbCdEfGhIjK/", "a post"],
    ["instagram", "https://instagram.com/example/reel/AbCdEfGhIjK/", "a post"],
    ["instagram", "https://www.instagram.com/accounts/login/?next=/x", "a sign-in page"],
    ["instagram", "https://l.instagram.com/?u=https%3A%2F%2Fevil.example", "a redirect"],
    ["instagram", "https://instagram.com/explore", "a page of the service"],
    ["facebook", "https://www.facebook.com/sharer/sharer.php?u=https://evil.example", "a share link"],
    ["facebook", "https://facebook.com/sharer", "a share link"],
    ["facebook", "https://l.facebook.com/l.php?u=https%3A%2F%2Fevil.example", "a redirect"],
    ["facebook", "https://m.facebook.com/login/", "a sign-in page"],
    ["facebook", "https://www.facebook.com/reel/123456", "a post"],
    ["facebook", "https://facebook.com/example/videos/123456", "a post"],
    ["facebook", "https://fb.watch/AbCdEf/", "a post"],
    ["facebook", "https://www.facebook.com/share/v/AbCdEf/", "a post"],
    ["twitter", "https://x.com/example/status/1234567890", "a post"],
    ["twitter", "https://twitter.com/intent/tweet?text=x", "a share link"],
    ["twitter", "https://t.co/AbCdEf", "a redirect"],
    ["twitter", "https://x.com/home", "a page of the service"],
    ["twitter", "https://x.com/i/flow/login", "a sign-in page"],
    ["linkedin", "https://www.linkedin.com/posts/example_x-activity-1", "a post"],
    ["linkedin", "https://www.linkedin.com/sharing/share-offsite/?url=https://evil.example", "a share link"],
    ["linkedin", "https://www.linkedin.com/login", "a sign-in page"],
    ["telegram", "https://t.me/share/url?url=https://evil.example", "a share link"],
    ["telegram", "https://t.me/examplecricket/123", "a post"],
    ["telegram", "https://t.me/c/1234567890/12", "a post"],
    ["telegram", "https://t.me/iv?url=https://evil.example", "a redirect"],
    ["whatsapp", "https://wa.me/?text=Hello", "a share link"],
    ["whatsapp", "https://api.whatsapp.com/send?text=Hello", "a share link"],
    ["whatsapp", "https://www.whatsapp.com/download", "a page of the service"],
    ["website", "https://www.google.com/url?q=https://example.com", "a redirect"],
    ["withdrawal_proof", "https://nam01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com", "a redirect"],
  ])("%s %s: %s", (type, value, reason) => {
    expect(checkValue(type, value, read)).toMatchObject({ ok: false, reason });
  });

  it("and still opens where an earlier version had stored it", () => {
    expect(checkValue("youtube", "https://youtu.be/8YUpvQ3DX7I")).toMatchObject({
      href: "https://youtu.be/8YUpvQ3DX7I",
    });
    expect(channelLink("youtube", "https://youtu.be/8YUpvQ3DX7I").ok).toBe(true);
  });

  it.each<[ChannelType, string]>([
    ["email", "mailto:support@example.com?bcc=thief@evil.example"],
    ["email", "mailto:a@example.com,b@example.com"],
    ["phone", "tel:112;phone-context=evil.example"],
    ["telegram", "tg://resolve?domain=examplecricket&domain=thief"],
    ["telegram", "tg://resolve?domain=../evil"],
    ["telegram", "tg://resolve?phone=919876543210"],
    ["telegram", "https://in.t.me.evil.example/s/examplecricket"],
    ["telegram", "https://web.telegram.org.evil.example/k/#@examplecricket"],
    ["whatsapp", "whatsapp://send?phone=919876543210&phone=447700900666"],
    ["whatsapp", "whatsapp://chat?code=AbCdEf"],
    ["whatsapp", "https://web.whatsapp.com.evil.example/send?phone=919876543210"],
    ["facebook", "https://web.facebook.com.evil.example/examplecric2"],
    ["facebook", "https://web.facebook.com@evil.example/examplecric2"],
    ["facebook", "https://web.facebook.com:8443/examplecric2"],
    ["facebook", "https://evil.facebook.com/examplecric2"],
    ["instagram", "https://instagr.am.evil.example/example"],
    ["linkedin", "https://in.linkedin.com.evil.example/company/x"],
  ])("%s %s opens nowhere", (type, value) => {
    expect(checkValue(type, value, read).ok).toBe(false);
    expect(channelLink(type, usualValue(type, value, read)).ok).toBe(false);
  });
});
