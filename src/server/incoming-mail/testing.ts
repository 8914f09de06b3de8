/** An email for tests. `headers` replace or add to the usual ones; an empty one is left out. */
export function rawMail(headers: Record<string, string> = {}, body = "It works now, thank you."): Buffer {
  const all = {
    From: "Asha Example <asha@example.com>",
    To: "desk@example.com",
    Subject: "Re: Your message",
    "Message-ID": `<${crypto.randomUUID()}@mail.example.com>`,
    "Content-Type": "text/plain; charset=utf-8",
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${value}`]));
  return Buffer.from([...lines, "", body].join("\r\n"));
}

/** A report that the email with this Message-ID was not delivered (RFC 3464). */
export function rawBounce(messageId: string, action = "failed"): Buffer {
  return rawMail(
    {
      From: "MAILER-DAEMON@mail.example.com",
      "Return-Path": "<>",
      "Auto-Submitted": "auto-replied",
      "Content-Type": 'multipart/report; report-type=delivery-status; boundary="b"',
    },
    [
      "--b\r\nContent-Type: text/plain\r\n\r\nUndeliverable.",
      `--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mail.example.com\r\n\r\nAction: ${action}\r\nStatus: 5.1.1`,
      `--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <${messageId}>\r\nSubject: Re: Your message\r\n\r\nHello`,
      "--b--",
    ].join("\r\n"),
  );
}
