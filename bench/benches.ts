import { backups } from "./backups.ts";
import { cluster } from "./cluster.ts";
import { erasing } from "./erasing.ts";
import type { Bench } from "./figures.ts";
import { inbox } from "./inbox.ts";
import { intake } from "./intake.ts";
import { mail } from "./mail.ts";
import { move } from "./move.ts";
import { pages } from "./pages.ts";
import { server } from "./server.ts";

/** All benches, in the order in which they run. */
export const benches: readonly Bench[] = [pages, server, intake, inbox, cluster, move, mail, erasing, backups];
