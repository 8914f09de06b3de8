import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/** Starts a name server that knows these names alone: their IPv4 and IPv6 addresses. */
export async function startNameServer(names: Record<string, string[]>, at: { address: string; port?: number }) {
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => socket.send(responseTo(query, names), from.port, from.address));
  socket.bind(at.port ?? 0, at.address);
  await once(socket, "listening");
  return { server: `${at.address}:${socket.address().port}`, end: () => socket.close() };
}

/** The response to a query of one question (RFC 1035). */
function responseTo(query: Buffer, names: Record<string, string[]>): Buffer {
  const labels: string[] = [];
  let end = 12;
  for (let size = query[end] ?? 0; size > 0; size = query[end] ?? 0) {
    labels.push(query.toString("latin1", end + 1, end + 1 + size));
    end += size + 1;
  }
  const type = query.readUInt16BE(end + 1);
  const addresses = names[labels.join(".").toLowerCase()];
  const records = (addresses ?? [])
    .filter((address) => type === (isIPv6(address) ? 28 : 1))
    .map((address) => {
      const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
      const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
      return Buffer.concat([head, bytes]);
    });
  const header = Buffer.from([0, 0, 0x81, addresses === undefined ? 0x83 : 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
  query.copy(header, 0, 0, 2);
  return Buffer.concat([header, query.subarray(12, end + 5), ...records]);
}
