/**
 * Small faults across the code, each of which the unit and integration tests must detect (`npm run mutants`). `find`
 * occurs in the file exactly once, `replace` is the fault, and `tests` then fail; none of them needs a build. When
 * refactoring changes `find`, update the entry.
 */

/** @typedef {{ file: string, find: string, replace: string, what: string, tests: string[] }} Mutant */

/** @type {Mutant[]} */
export const mutants = [
  // Domain
  {
    file: "src/domain/time/availability.ts",
    find: "if (holidays.has(day)) continue;",
    replace: "",
    what: "the opening hours hold on holidays, too",
    tests: ["src/domain/time/availability.test.ts"],
  },
  {
    file: "src/domain/time/availability.ts",
    find: "span.from <= last.to",
    replace: "span.from < last.to",
    what: "two spans that touch close for a moment in between",
    tests: ["src/domain/time/availability.test.ts"],
  },
  {
    file: "src/domain/inquiries/answer-link.ts",
    find: 'text.replace(/\\r?\\n/g, "\\r\\n")',
    replace: "text",
    what: "lines of an answer by e-mail end with LF alone",
    tests: ["src/domain/inquiries/answer-link.test.ts"],
  },
  {
    file: "src/domain/brands/open-page.ts",
    find: 'url.username === "" && url.password === "" && url.port === ""',
    replace: 'url.port === ""',
    what: "a link may carry a user and a password before its host",
    tests: ["src/domain/channels/channel-link.test.ts"],
  },
  {
    file: "src/domain/channels/channel-changes.ts",
    find: "    same(now[name as keyof ScheduledFields], fields[name as keyof ScheduledFields]),\n",
    replace: "    name !== undefined,\n",
    what: "the end of a schedule takes back what somebody has changed meanwhile",
    tests: ["src/domain/channels/channel-changes.test.ts"],
  },
  {
    file: "src/domain/lookalike/difference.ts",
    find: "(best.before + best.after) * 2 < best.other.length",
    replace: "best.before + best.after < 0",
    what: "a difference is pointed at between texts that have little in common",
    tests: ["src/domain/lookalike/difference.test.ts"],
  },
  {
    file: "src/domain/text.ts",
    find: '    .replaceAll(bidiControls, "")\n',
    replace: "",
    what: "a line keeps invisible characters that reorder what follows",
    tests: ["src/domain/text.test.ts"],
  },
  {
    file: "src/domain/inquiries/saved-reply.ts",
    find: 'values[word] === "" ? "" : space + values[word]',
    replace: "space + values[word]",
    what: "a saved reply keeps the space before a name that is missing",
    tests: ["src/domain/inquiries/saved-reply.test.ts"],
  },
  {
    file: "src/domain/inquiries/inquiry.ts",
    find: "Math.max(unclosedDays, retentionDays)",
    replace: "unclosedDays",
    what: "an open inquiry is erased sooner than a closed one, if retention is longer than a year",
    tests: ["src/server/privacy.test.ts"],
  },

  // Contract
  {
    file: "src/contract/text.ts",
    find: ".toWellFormed().trim()",
    replace: ".toWellFormed()",
    what: "typed texts are not trimmed",
    tests: ["src/contract/text.test.ts", "src/server/http/validation.test.ts"],
  },
  {
    file: "src/contract/hours.ts",
    find: "({ from, to }) => from !== to,",
    replace: "({ from, to }) => from !== to || to !== undefined,",
    what: "opening hours may begin and end at the same time",
    tests: ["src/contract/hours.test.ts"],
  },
  {
    file: "src/contract/submission.ts",
    find: ".length >= 5;",
    replace: ".length >= 1;",
    what: "one digit is enough for a phone number in an impostor report",
    tests: ["src/server/http/validation.test.ts"],
  },

  // API: access, idempotency, versions
  {
    file: "src/server/http/access.ts",
    find: 'request.signedIn.member.role !== "owner"',
    replace: "request.signedIn.member.id === undefined",
    what: "an agent may call what is for owners",
    tests: ["src/server/auth/roles.test.ts"],
  },
  {
    file: "src/server/http/access.ts",
    find: "scope === undefined || !found.scopes.includes(scope)",
    replace: "scope !== undefined && !found.scopes.includes(scope)",
    what: "an API token may make every call that names no scope",
    tests: ["src/server/auth/api-tokens/api-tokens.test.ts"],
  },
  {
    file: "src/server/http/access.ts",
    find: "if (bearer !== undefined) return",
    replace: "if (bearer !== undefined && !request.headers.cookie) return",
    what: "a call with a wrong API token is let in by the cookie beside it",
    tests: ["src/server/auth/api-tokens/api-tokens.test.ts"],
  },
  {
    file: "src/server/auth/api-tokens/api-tokens.ts",
    find: "row === null || !isOurs ||",
    replace: "row === null ||",
    what: "an API token works by the public part of its text",
    tests: ["src/server/auth/api-tokens/api-tokens.test.ts"],
  },
  {
    file: "src/server/auth/api-tokens/api-tokens.ts",
    find: "|| now() >= row.expiresAt",
    replace: "",
    what: "an API token never expires",
    tests: ["src/server/auth/api-tokens/api-tokens.test.ts"],
  },
  {
    file: "src/server/auth/api-tokens/api-tokens.ts",
    find: "[hashToken(token), id, prefix, name, scopes, memberId, createdAt, expiresAt]",
    replace: "[hashToken(token), id, prefix, name, memberId, createdAt, expiresAt]",
    what: "scopes that were added in the store count",
    tests: ["src/server/auth/api-tokens/api-tokens.test.ts"],
  },
  {
    file: "src/server/auth/api-tokens/api-token-queries.ts",
    find: 'maker?.role === "owner"',
    replace: "maker !== undefined",
    what: "the API token of somebody who is no owner any more works",
    tests: ["src/server/auth/api-tokens/api-tokens.test.ts"],
  },
  {
    file: "src/server/inbox/inbox-routes.ts",
    find: "request.apiToken !== null && other !== undefined",
    replace: "false",
    what: "an API token for the status assigns and snoozes inquiries",
    tests: ["src/server/auth/api-tokens/api-tokens.test.ts"],
  },
  {
    file: "src/server/http/access.ts",
    find: 'site !== "same-origin"',
    replace: 'site === "cross-site"',
    what: "a neighbouring host may send changes in a member's name",
    tests: ["src/server/http/access.test.ts"],
  },
  {
    file: "src/server/inquiries/inquiries.ts",
    find: '    if (known.bodyHash !== submission.bodyHash) return { outcome: "other fields" };\n',
    replace: "",
    what: "an idempotency key that comes with other fields gets the first response",
    tests: ["src/server/inquiries/idempotency.test.ts"],
  },
  {
    file: "src/server/inquiries/inquiry-queries.ts",
    find: '  if (row.version !== change.version) return "stale";\n',
    replace: "",
    what: "a change overwrites what a colleague has changed meanwhile",
    tests: ["src/server/inbox/inbox-routes.test.ts"],
  },
  {
    file: "src/server/lib/csv.ts",
    find: `text.replaceAll(formula, "'$&")`,
    replace: "text",
    what: "a cell of an export may begin with a formula",
    tests: ["src/server/lib/csv.test.ts"],
  },

  // Signed channel list and audit log
  {
    file: "src/server/channels/list-loader.ts",
    find: "if (channelList.version < Math.max(last.channelList?.version ?? 0, loaded?.channelList.version ?? 0)) {",
    replace: "if (channelList.version < 0) {",
    what: "an older signed channel list passes for the present one",
    tests: ["src/server/channels/signed-channels.test.ts"],
  },
  {
    file: "src/server/channels/signed-channels.ts",
    find: 'const proven = complete && headOver("", entries) === head;',
    replace: "const proven = complete;",
    what: "an entry of the channels' history may be rewritten",
    tests: ["src/server/channels/signed-channels.test.ts"],
  },
  {
    file: "src/server/audit/audit-hash.ts",
    find: "number === (last?.number ?? 0) + 1 && hash === hashOver(last, entry)",
    replace: "number === (last?.number ?? 0) + 1",
    what: "an entry of the audit log may be rewritten",
    tests: ["src/server/audit/audit.test.ts"],
  },

  // Inquiries and spam guard
  {
    file: "src/domain/inquiries/suspicion.ts",
    find: "count(link, query) > maxLinks",
    replace: "count(link, query) >= maxLinks",
    what: "an honest message with two links is suspected",
    tests: ["src/domain/inquiries/suspicion.test.ts"],
  },
  {
    file: "src/server/inquiries/spam-guard/spam-guard.ts",
    find: "now() - made.at < limits.formSeconds * 1000",
    replace: "now() - made.at < 0",
    what: "a form that comes back too fast is not suspected",
    tests: ["src/server/inquiries/spam-guard/spam-guard.test.ts"],
  },
  {
    file: "src/server/inquiries/spam-guard/proof-of-work.ts",
    find: "return solved.use(challenge.signature, parsed.data.challenge.parameters.expiresAt * 1000);",
    replace: "return true;",
    what: "one proof of work lets any number of inquiries in",
    tests: ["src/server/inquiries/spam-guard/spam-guard.test.ts"],
  },
  {
    file: "src/server/inquiries/spam-guard/spam-guard.ts",
    find: "age < 0 || age > formTimeLife",
    replace: "age < 0",
    what: "the time of a form never expires",
    tests: ["src/server/inquiries/spam-guard/form-times.test.ts"],
  },
  {
    file: "src/server/inquiries/spam-guard/spam-guard.ts",
    find: 'text.toLowerCase().replaceAll(/\\s+/g, " ")',
    replace: "text",
    what: "a message that comes again with other spaces or letter case is not recognised",
    tests: ["src/server/inquiries/spam-guard/recent-texts.test.ts"],
  },

  // Sign-in, sessions, second factor
  {
    file: "src/server/auth/sessions.ts",
    find: "now() < createdAt + absolute && now() < seenAt + idle",
    replace: "now() < seenAt + idle",
    what: "a session that is used again and again never ends",
    tests: ["src/server/auth/sessions.test.ts"],
  },
  {
    file: "src/server/auth/attempts.ts",
    find: "Math.min(2 ** (count - freeTries - 1), limits.waitSeconds)",
    replace: "Math.min(1, limits.waitSeconds)",
    what: "the wait after wrong passwords does not grow",
    tests: ["src/server/auth/sign-in.test.ts"],
  },
  {
    file: "src/server/auth/passwords/passwords.ts",
    find: 'password.normalize("NFC")',
    replace: "password",
    what: "a password with accents is wrong on another keyboard",
    tests: ["src/server/auth/passwords/passwords.test.ts"],
  },
  {
    file: "src/server/auth/second-factor/second-factor-queries.ts",
    find: '          .where("step", "<", step)\n',
    replace: "",
    what: "a one-time code can be used twice",
    tests: ["src/server/auth/second-factor/second-factor.test.ts"],
  },
  {
    file: "src/server/auth/second-factor/codes.ts",
    find: '    .replaceAll("O", "0")\n',
    replace: "",
    what: "a recovery code that is typed with the letter O is wrong",
    tests: ["src/server/auth/second-factor/recovery-codes.test.ts"],
  },

  // Inbox
  {
    file: "src/server/store/search-text.ts",
    find: 'text.toWellFormed().normalize("NFKC").toLowerCase()',
    replace: "text.toWellFormed().toLowerCase()",
    what: "a search does not find a word in wide letters",
    tests: ["src/server/store/search-text.test.ts"],
  },
  {
    file: "src/server/inbox/inbox-queries.ts",
    find: "sql`${since} and created_at < ${before}`",
    replace: "since",
    what: "a view until a day shows what came in after it",
    tests: ["src/server/inbox/inbox-routes.test.ts", "src/server/inbox/inbox-queries.test.ts"],
  },
  {
    file: "src/server/inbox/feed/inbox-feed.ts",
    find: "newest - since > maxMissed || ",
    replace: "",
    what: "an inbox that was away for too many changes is not loaded again",
    tests: ["src/server/inbox/feed/inbox-feed.test.ts", "src/server/inbox/feed/event-routes.test.ts"],
  },
  {
    file: "src/server/inbox/bin/bin.ts",
    find: "lately + seen.length > maxWithoutStepUp",
    replace: "seen.length > maxWithoutStepUp",
    what: "many small deletions need no step-up authentication",
    tests: ["src/server/inbox/bin/bin-routes.test.ts"],
  },
  {
    file: "src/server/inquiries/inquiries.ts",
    find: "now() - binDays * day - 1",
    replace: "now() - 2 * binDays * day",
    what: "the bin is emptied too late",
    tests: ["src/server/privacy.test.ts", "src/server/inbox/bin/bin-routes.test.ts"],
  },

  // Notifications
  {
    file: "src/server/notifications/worker.ts",
    find: "baseMs * 3 ** (attempts - 1)",
    replace: "baseMs",
    what: "failed deliveries are retried without backoff",
    tests: ["src/server/notifications/worker.test.ts"],
  },
  {
    file: "src/server/notifications/outbox.ts",
    find: ' && inquiry.status !== "suspected"',
    replace: "",
    what: "suspected spam gets an acknowledgement",
    tests: ["src/server/notifications/notifications.test.ts"],
  },
  {
    file: "src/server/notifications/http-post.ts",
    find: "addresses.every(({ address }) => isPublicAddress(address))",
    replace: "addresses.some(({ address }) => isPublicAddress(address))",
    what: "a webhook's host may have a private address beside a public one",
    tests: ["src/server/notifications/http-post.test.ts"],
  },
  {
    file: "src/server/notifications/deliveries.ts",
    find: 'requireTLS: security === "starttls"',
    replace: "requireTLS: false",
    what: "e-mail is sent in clear to a server that offers no STARTTLS",
    tests: ["src/server/notifications/mail.test.ts"],
  },

  // Backups and clean-up
  {
    file: "src/server/backup/scheduler.ts",
    find: "last === null ? now() : last.madeAt + everyHours * hour",
    replace: "last === null ? now() : now() + everyHours * hour",
    what: "only the first scheduled backup is ever made",
    tests: ["src/server/backup/scheduler.test.ts"],
  },
  {
    file: "src/server/backup/manifest.ts",
    find: '  if (signer === null) throw new BackupError("its manifest was changed after it was signed");\n',
    replace: "",
    what: "a backup whose manifest was changed passes for one that was never signed",
    tests: ["src/server/backup/restore/forgery.test.ts"],
  },
  {
    file: "src/server/clean-up.ts",
    find: ".catch((error: unknown) => failures.push(error))",
    replace: "",
    what: "a clean-up step that fails keeps the next ones from running",
    tests: ["src/server/clean-up.test.ts"],
  },

  // Metrics, response cache, headers, rate limits, configuration
  {
    file: "src/server/metrics/exposition.ts",
    find: "while (seconds > (bounds[at] ?? Infinity))",
    replace: "while (seconds >= (bounds[at] ?? Infinity))",
    what: "a duration on a bound is counted beyond it",
    tests: ["src/server/metrics/histogram.test.ts"],
  },
  {
    file: "src/server/http/cache/cached-response.ts",
    find: "if (kept?.version === version) return kept.response;",
    replace: "if (kept !== undefined) return kept.response;",
    what: "a cached response stays when its content changes",
    tests: ["src/server/http/cache/versioned-response.test.ts"],
  },
  {
    file: "src/server/http/cache/cached-response.ts",
    find: "    fresh.response.catch(evict);\n",
    replace: "    fresh.response.catch(() => undefined);\n",
    what: "a response that could not be made once fails until the next version",
    tests: ["src/server/http/cache/versioned-response.test.ts"],
  },
  {
    file: "src/server/http/security-headers.ts",
    find: 'if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");',
    replace: "",
    what: "personal responses may be kept by caches",
    tests: ["src/server/http/every-response.test.ts"],
  },
  {
    file: "src/server/lib/recent-map.ts",
    find: "Math.min(Math.max(known, time), time + depth)",
    replace: "Math.max(known, time)",
    what: "a clock that is set back locks a network out",
    tests: ["src/server/lib/token-buckets.test.ts"],
  },
  {
    file: "src/server/http/admission/fair-scheduler.ts",
    find: "    queues.delete(name);\n",
    replace: "    if (queue.length < 2) queues.delete(name);\n",
    what: "a network with many requests is served before all others",
    tests: ["src/server/http/admission/fair-scheduler.test.ts"],
  },
  {
    file: "src/server/http/admission/connections.ts",
    find: "count >= deps.max) return false;\n      open",
    replace: "count > deps.max) return false;\n      open",
    what: "a network may open one connection more than its limit",
    tests: ["src/server/http/admission/http-server.test.ts"],
  },
  {
    file: "src/server/config.ts",
    find: "hop < Number(text)",
    replace: "hop <= Number(text)",
    what: "TRUST_PROXY believes one proxy more than it says",
    tests: ["src/server/config.test.ts"],
  },

  // Web
  {
    file: "src/web/public/offline-queue/offline-queue.ts",
    find: "Math.min(2 * wait, longest)",
    replace: "2 * wait",
    what: "the offline queue's backoff grows without end",
    tests: ["src/web/public/offline-queue/offline-queue.test.ts"],
  },
  {
    file: "src/web/public/offline-queue/offline-queue.ts",
    find: "Math.max(wait, asked * 1000)",
    replace: "wait",
    what: "the offline queue tries again sooner than the server asks for",
    tests: ["src/web/public/offline-queue/offline-queue.test.ts"],
  },
  {
    file: "src/web/public/inquiry/send-submission.ts",
    find: "error.status === 429 || error.status >= 500",
    replace: "error.status >= 500",
    what: "the offline queue gives a message up that the server only throttles",
    tests: ["src/web/public/offline-queue/offline-queue.test.ts"],
  },
  {
    file: "src/web/page/uuid.ts",
    find: "(byte & 0x3f) | 0x80",
    replace: "byte & 0x3f",
    what: "an idempotency key made over plain http is no UUID",
    tests: ["src/web/page/uuid.test.ts"],
  },
  {
    file: "src/web/page/router.tsx",
    find: '[replace || isSame ? "replaceState" : "pushState"]',
    replace: '[replace ? "replaceState" : "pushState"]',
    what: "a link to the page that is shown adds a step to go back from",
    tests: ["src/web/page/router.test.ts"],
  },
  {
    file: "src/web/page/router.tsx",
    find: " || metaKey || altKey || ctrlKey || shiftKey",
    replace: "",
    what: "a link that is pressed with Ctrl opens here, not in a new tab",
    tests: ["src/web/page/router.test.ts"],
  },
  {
    file: "src/web/admin/channels/schedule/hours-draft.ts",
    find: 'to: to === "00:00" ? "24:00" : to',
    replace: "to",
    what: "the form sends midnight at the end of a day as its start",
    tests: ["src/web/admin/channels/schedule/hours-draft.test.ts"],
  },
  {
    file: "src/web/admin/inbox/make-changes.ts",
    find: "isAgain && current !== undefined && isMade(change, current)",
    replace: "isAgain && current !== undefined",
    what: "a retried change passes for made though a colleague has made another",
    tests: ["src/web/admin/inbox/make-changes.test.ts"],
  },
  {
    file: "src/web/admin/inbox/list/rows-shown.ts",
    find: "      leftOut = 0;\n",
    replace: "",
    what: "the inbox counts rows as left out that are shown",
    tests: ["src/web/admin/inbox/list/rows-shown.test.ts"],
  },
  {
    file: "src/web/admin/inbox/inquiry/drafts/drafts.ts",
    find: "stays(key) && at > oldest",
    replace: "stays(key)",
    what: "drafts outlive their seven days",
    tests: ["src/web/admin/inbox/inquiry/drafts/drafts.test.ts"],
  },
  {
    file: "src/web/public/channels/open-state.ts",
    find: "time - now.time < 6 * DAY",
    replace: "time - now.time < 8 * DAY",
    what: "opening times name a weekday that could be this week's or the next one's",
    tests: ["src/web/public/channels/open-state.test.ts"],
  },
  // Conversations
  {
    file: "src/server/inquiries/conversation-queries.ts",
    find: 'const visibleWays = ["page", "email"]',
    replace: 'const visibleWays = ["page", "email", "whatsapp", "phone"]',
    what: "what a member has logged is shown to the visitor",
    tests: ["src/server/inbox/reply-routes.test.ts"],
  },
  {
    file: "src/server/inquiries/conversation-queries.ts",
    find: 'e.or([e("leaves_at", "is", null), e("leaves_at", "<=", now)])',
    replace: 'e.or([e("leaves_at", "is", null), e("leaves_at", ">", 0)])',
    what: "the visitor sees a reply that can still be taken back",
    tests: ["src/server/inbox/reply-routes.test.ts"],
  },
  {
    file: "src/server/inquiries/conversation-queries.ts",
    find: 'if (row.version !== seen.version) return "stale";',
    replace: "",
    what: "a reply goes out though somebody has written since",
    tests: ["src/server/inbox/reply-routes.test.ts"],
  },
  {
    file: "src/server/inquiries/conversation-queries.ts",
    find: "          if (submission !== undefined) await dropSubmission(transaction, submission);\n",
    replace: "",
    what: "an answer that comes too late uses up its idempotency key",
    tests: ["src/server/inbox/reply-routes.test.ts"],
  },
  {
    file: "src/server/inquiries/conversation.ts",
    find: "fields: isMailedKey ?",
    replace: "fields: isMailedKey && isMailStopped ?",
    what: "a key from an email shows the visitor's number and address",
    tests: ["src/server/documents/receipt-pages.test.ts"],
  },
  {
    file: "src/server/notifications/notifications.ts",
    find: "found === null || inquiry.isMailStopped ||",
    replace: "found === null ||",
    what: "a visitor who has stopped the mails gets one",
    tests: ["src/server/notifications/notifications.test.ts"],
  },
  // Incoming mail
  {
    file: "src/server/incoming-mail/reply-address.ts",
    find: "return isSameSecret(mac, macOf(inquiryId, secret));",
    replace: "return mac.length === macLength;",
    what: "a reference alone opens a conversation to any email",
    tests: ["src/server/incoming-mail/incoming-mail.test.ts"],
  },
  {
    file: "src/server/incoming-mail/incoming-mail.ts",
    find: "if (mail.isAutomatic || (await isOurs(mail, own)))",
    replace: "if (await isOurs(mail, own))",
    what: "an automatic email is taken, and may be answered without end",
    tests: ["src/server/incoming-mail/incoming-mail.test.ts"],
  },
  {
    file: "src/server/incoming-mail/incoming-mail.ts",
    find: "isSame(inquiry.fields.email, mail.from.address)",
    replace: "true",
    what: "a stranger writes into a conversation with its reference in the subject",
    tests: ["src/server/incoming-mail/incoming-mail.test.ts"],
  },
  {
    file: "src/server/inquiries/conversation.ts",
    find: "const submission = deps.submissionKeys.answer(key, inquiry.id, text);",
    replace: "const submission = undefined;",
    what: "an email that is delivered twice is two answers",
    tests: ["src/server/incoming-mail/incoming-mail.test.ts"],
  },
  {
    file: "src/server/incoming-mail/incoming-mail-routes.ts",
    find: "        onRequest: requireSecret,\n",
    replace: "",
    what: "anybody can push emails",
    tests: ["src/server/incoming-mail/incoming-mail.test.ts"],
  },
  {
    file: "src/server/settings/settings-secrets.ts",
    find: "const part = partOf(next[section]);\n        if (part === null) continue;\n        const plain",
    replace: "const part = partOf(value[section]);\n        if (part === null) continue;\n        const plain",
    what: "of two secrets in a section of the settings, one is stored in plain text",
    tests: ["src/server/incoming-mail/incoming-mail.test.ts"],
  },
  {
    file: "src/server/inquiries/attachments/attachments.ts",
    find: "if (!(await hasRoom(bytesOf({ files }), by))) return { problem: fileProblems.full };",
    replace: "",
    what: "files fill the disk",
    tests: ["src/server/inquiries/attachments/attachments.test.ts"],
  },
  {
    file: "src/server/inquiries/conversation.ts",
    find: "file.inquiryId !== inquiry.id",
    replace: "false",
    what: "the key of any private page opens every file",
    tests: ["src/server/inquiries/attachments/attachments.test.ts"],
  },
  {
    file: "src/server/inquiries/conversation.ts",
    find: " && !inquiry.isMailedKey;",
    replace: ";",
    what: "a key in an email to a mistyped address opens the visitor's files",
    tests: ["src/server/inquiries/attachments/attachments.test.ts"],
  },
  {
    file: "src/server/inquiries/attachments/check-file.ts",
    find: 'if (kind === null) return "wrong type";',
    replace: 'if (kind === null) return { type: "image/webp", bytes, width: null, height: null };',
    what: "a script named as a picture is stored",
    tests: ["src/server/inquiries/attachments/attachments.test.ts"],
  },
  {
    file: "src/server/http/take-files.ts",
    find: '    reply.raw.once("close", () => memory.free(request.ip, request.fileBytes));\n',
    replace: "",
    what: "after some uploads no more files are taken until a restart",
    tests: ["src/server/inquiries/attachments/attachments.test.ts"],
  },
  {
    file: "src/server/inquiries/inquiries.ts",
    find: '...(files === "" ? [] : [files])];',
    replace: "];",
    what: "a message with other files counts as sent already",
    tests: ["src/server/inquiries/attachments/attachments.test.ts"],
  },
  {
    file: "src/server/inquiries/attachments/check-file.ts",
    find: "return count > maxScans;",
    replace: "return false;",
    what: "a small JPEG of many scans keeps a core busy for minutes",
    tests: ["src/server/inquiries/attachments/attachments.test.ts"],
  },
];

/**
 * The source with the fault in it.
 * @param {string} source
 * @param {Mutant} mutant
 */
export function mutated(source, { file, find, replace }) {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`${file} has ${JSON.stringify(find)} ${parts.length - 1} times, not once.`);
  return parts.join(replace);
}
