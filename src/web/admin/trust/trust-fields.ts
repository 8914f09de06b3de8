import { teamCopy } from "#copy/current.ts";
import type { TrustChange } from "#contract/trust.ts";

/** The fields that a change sets, each by the label of its form, with the new value unless it is a secret. */
export function changedFieldTexts({ fields, values }: Pick<TrustChange, "fields" | "values">): string[] {
  const { server, mail, incoming, webhook, telegram, backups } = teamCopy.settings;
  const labels = new Map([
    ["host", server.host],
    ["port", server.port],
    ["security", server.security],
    ["user", server.user],
    ["password", server.password],
    ["from", mail.from],
    ["replyTo", incoming.address],
    ["way", incoming.way],
    ["url", webhook.address],
    ["token", telegram.token],
    ["chat", telegram.chat],
    ["folder", backups.folder],
    ["everyHours", backups.everyHours],
    ["keep", backups.keep],
    ["passphrase", backups.passphrase],
    ["endpoint", backups.endpoint],
    ["region", backups.region],
    ["bucket", backups.bucket],
    ["prefix", backups.prefix],
    ["accessKeyId", backups.accessKeyId],
    ["secretAccessKey", backups.secretAccessKey],
    ["keepInBucket", backups.keepInBucket],
  ]);
  const given = new Map(Object.entries(values));
  return fields.map((field) => {
    const label = labels.get(field.slice(field.indexOf(".") + 1)) ?? field;
    const value = given.get(field);
    return value === undefined ? label : `${label}: ${value}`;
  });
}
