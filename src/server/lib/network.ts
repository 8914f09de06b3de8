import { isIPv6 } from "node:net";

/** The network of an address: an IPv4 address itself, or the /64 of an IPv6 one, since one customer gets that many. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  const [plain = ""] = address.split("%");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("::");
  const groups = head === "" ? [] : head.split(":");
  const end = tail === undefined || tail === "" ? [] : tail.split(":");
  const full =
    tail === undefined ? groups : [...groups, ...Array<string>(8 - groups.length - end.length).fill("0"), ...end];
  return `${full
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
