import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { Client } from "pg";
import type { Database } from "../database.ts";
import { type PubSub, pubSubTopics, type PubSubTopic } from "../pub-sub.ts";
import { singleFlight } from "#server/lib/single-flight.ts";
import { connectionConfig, type InstanceName } from "./pool.ts";

const channel = "front_desk";
/**
 * Changes within this time, in milliseconds, share one notification, since each takes a lock that all notifying commits
 * share.
 */
const pace = 50;
/** Delay before reconnecting, and interval of health checks on an idle connection, in milliseconds. */
const again = 1000;
const askedEvery = 10_000;

/** Publish/subscribe over PostgreSQL (https://www.postgresql.org/docs/15/sql-notify.html). */
export function createPubSub(db: Kysely<Database>, url: string, name: InstanceName): PubSub {
  const self = randomUUID();
  const pending = new Set<PubSubTopic>();

  async function publishAll(): Promise<void> {
    while (pending.size > 0) {
      const topics = [...pending];
      pending.clear();
      for (const topic of topics) await sql`select pg_notify(${channel}, ${`${self} ${topic}`})`.execute(db);
      await new Promise((resolve) => void setTimeout(resolve, pace).unref());
    }
  }
  // If this fails, the others find the change by polling.
  const publishOnce = singleFlight(() => publishAll().catch(() => pending.clear()));

  return {
    publish(topic) {
      pending.add(topic);
      // After the commit and outside of it.
      void publishOnce();
    },

    listen(listener) {
      let isStopped = false;
      let client: Client | undefined;
      let timer: NodeJS.Timeout | undefined;
      let opening: Promise<void> = Promise.resolve();

      async function open(): Promise<void> {
        const opened = new Client(connectionConfig(url, name));
        client = opened;
        opened.on("error", () => undefined);
        opened.on("end", beginAgain);
        opened.on("notification", ({ payload = "" }) => {
          const [who, what] = payload.split(" ");
          const topic = pubSubTopics.find((known) => known === what);
          if (who !== self && topic !== undefined) listener(topic);
        });
        try {
          await opened.connect();
          await opened.query(`listen ${channel}`);
          for (const topic of pubSubTopics) listener(topic);
          ask(opened);
        } catch {
          beginAgain();
          await opened.end();
        }
      }

      /** A connection whose peer has vanished stays silent for hours, so check it. */
      function ask(opened: Client): void {
        if (isStopped) return;
        timer = setTimeout(() => {
          opened.query("select 1").then(
            () => ask(opened),
            () => void opened.end(),
          );
        }, askedEvery).unref();
      }

      function beginAgain(): void {
        clearTimeout(timer);
        if (!isStopped) timer = setTimeout(begin, again).unref();
      }

      function begin(): void {
        opening = open().catch(() => undefined);
      }

      begin();
      return async () => {
        isStopped = true;
        await opening;
        clearTimeout(timer);
        await client?.end();
      };
    },
  };
}
