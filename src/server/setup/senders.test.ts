import { expect, it } from "vitest";
import type { ChannelType } from "#domain/brands/brands.ts";
import { sendersWithoutChannel } from "./senders.ts";

const channel = (type: ChannelType, value: string, isActive = true) => ({ type, value, isActive });
const help = channel("email", "Help@Exchange.example");

it.each<[string, ReturnType<typeof channel>[], string | null]>([
  ["no-reply@exchange.example", [], "support@exchange.example"],
  ["desk@exchange.example", [], "desk@exchange.example"],
  ["No_Reply.2@exchange.example", [], "support@exchange.example"],
  ["alertness@exchange.example", [], "alertness@exchange.example"],
  ["noreply@exchange.example", [help], null],
  ["noreply@EXCHANGE.example", [help], null],
  ["noreply@mail.exchange.example", [help], null],
  ["desk@exchange.example", [channel("website", "https://www.exchange.example/play")], null],
  ["desk@exchange.example", [channel("website", "https://exchange.example.net")], "desk@exchange.example"],
  ["desk@notexchange.example", [help], "desk@notexchange.example"],
  ["desk@exchange.example", [channel("email", help.value, false)], "desk@exchange.example"],
  ["desk@t.me", [channel("telegram", "https://t.me/exchange")], "desk@t.me"],
  // Everybody has an address there.
  ["other.desk@gmail.com", [channel("email", "desk@gmail.com")], "other.desk@gmail.com"],
  ["desk@gmail.com", [channel("email", "desk@gmail.com")], null],
  ["desk@परीक्षा.example", [channel("website", "https://xn--11b5bs3a9aj6g.example/")], null],
])("%s beside the channels %j: %s", (address, channels, suggested) => {
  const mail = { from: address } as NonNullable<Parameters<typeof sendersWithoutChannel>[0]["mail"]>;
  const incoming = { replyTo: address } as NonNullable<Parameters<typeof sendersWithoutChannel>[0]["incoming"]>;
  const found = sendersWithoutChannel({ mail, incoming }, channels);
  expect(found).toEqual(
    suggested === null
      ? []
      : [
          { setting: "mail.from", address, suggested },
          { setting: "incoming.replyTo", address, suggested },
        ],
  );
  expect(sendersWithoutChannel({ mail: null, incoming: null }, channels)).toEqual([]);
});
