import { describe, expect, it } from "vitest";
import { appLink, channelLink } from "./channel-link.ts";
import { brandOf, type ChannelType, channelTypes } from "../brands/brands.ts";

describe("the app link of a channel", () => {
  it.each<[type: ChannelType, value: string, href: string, screens: string]>([
    ["whatsapp", "+91 90000 00001", "https://web.whatsapp.com/send?phone=919000000001", "large"],
    ["whatsapp", "wa.me/919000000001", "https://web.whatsapp.com/send?phone=919000000001", "large"],
    ["instagram", "@saffron.example", "https://ig.me/m/saffron.example", "small"],
    ["instagram", "https://www.instagram.com/saffron_example/", "https://ig.me/m/saffron_example", "small"],
    ["facebook", "saffron.example", "https://m.me/saffron.example", "all"],
    ["facebook", "https://m.facebook.com/saffron.example?ref=x", "https://m.me/saffron.example", "all"],
    ["facebook", "fb.com/saffron.example", "https://m.me/saffron.example", "all"],
  ])("%s %s", (type, value, href, screens) => {
    expect(appLink(type, value)).toEqual({ href, screens, label: brandOf(type).app?.label });
    // WhatsApp's web page is not a channel by itself.
    if (type !== "whatsapp") expect(channelLink(type, href)).toMatchObject({ ok: true, href });
  });

  it.each<[type: ChannelType, value: string]>([
    // These already are conversations, or are not links.
    ["whatsapp", "https://wa.me/message/ABCDEF"],
    ["whatsapp", "https://chat.whatsapp.com/ABCdef0123456789"],
    ["instagram", "https://ig.me/m/saffron.example"],
    ["instagram", "name-with-dashes"],
    ["facebook", "https://m.me/saffron.example"],
    ["facebook", "https://www.facebook.com/profile.php?id=100000000000000"],
    ["facebook", "https://www.facebook.com/groups/saffron.example"],
    ["facebook", "https://fb.me/saffron"],
    ["telegram", "@saffron_example"],
    ["phone", "+91 90000 00001"],
    // Values that `channelLink` rejects are rejected here too.
    ["whatsapp", "98765"],
    ["instagram", "https://instagram.com.evil.example/name"],
    ["instagram", "https://instagram.com/accounts"],
    ["facebook", "https://facebook.com@evil.example/saffron.example"],
    ["facebook", "facebook.com/sharer"],
    ["website", "https://www.facebook.com.evil.example/saffron.example"],
  ])("is none for %s %s", (type, value) => {
    expect(appLink(type, value)).toBeUndefined();
  });

  it("exists only for the brand's own type", () => {
    const types = channelTypes.filter(
      (type) => appLink(type, "https://www.instagram.com/saffron.example") !== undefined,
    );
    expect(types).toEqual(["instagram"]);
  });
});
