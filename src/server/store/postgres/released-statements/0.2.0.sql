-- What 0.2.0 asks of PostgreSQL, one statement a line: from the server's log (log_statement=all) while its own tests
-- ran on PostgreSQL (TEST_ALL=1 npx vitest run --project postgresql), each once, of lists the shortest.
delete from "audit_entry"
delete from "audit_entry" where "number" = $1
delete from "inbox_change" where "created_at" < $1 and "number" < (select max("number") as "newest" from "inbox_change")
delete from "inquiry" where "number" = $1
delete from "known_device" where "seen_at" < $1 and exists (select "later"."key" from "known_device" as "later" where "later"."member_id" = "known_device"."member_id" and "later"."seen_at" > "known_device"."seen_at")
delete from "known_network" where "seen_at" < $1
delete from "one_time_link"
delete from "one_time_link" where "member_id" = $1
delete from "one_time_link" where "member_id" = $1 and "expires_at" <= $2
delete from "one_time_link" where "member_id" is null and "expires_at" <= $1
delete from "one_time_link" where "token_hash" = $1
delete from "outbox"
delete from "outbox" where "id" = $1
delete from "outbox" where "inquiry_id" = $1
delete from "outbox" where "inquiry_id" = $1 and "state" <> $2
delete from "outbox" where (("state" = $1 and "settled_at" < $2) or ("state" = $3 and "settled_at" < $4))
delete from "passkey" where "id" = $1
delete from "passkey" where "member_id" = $1
delete from "recovery_code" where "code_hash" = $1 and "member_id" = $2
delete from "recovery_code" where "member_id" = $1
delete from "saved_reply" where "id" = $1
delete from "secret" where "name" = $1
delete from "session"
delete from "session" where "id" = $1 and "member_id" = $2
delete from "session" where "member_id" = $1
delete from "session" where "member_id" = $1 and "token_hash" != $2
delete from "session" where "token_hash" = $1
delete from "session" where ("created_at" < $1 or "seen_at" < $2)
delete from "setting" where "name" = $1
delete from "sign_in_failure" where "key" in ($1)
delete from "sign_in_failure" where "updated_at" < $1
delete from "submission" where "created_at" < $1
delete from "submission" where "key_hash" = $1
delete from "totp" where "member_id" = $1
delete from "unsealed_channels"
delete from "used_ticket" where "expires_at" < $1
delete from "used_ticket" where "key" = $1
delete from "used_ticket" where false
delete from audit_entry
delete from audit_entry where number = 3
delete from channel_book
delete from channel_change
delete from channel_change where number = 1
delete from channel_change where number = 2
delete from channel_change where number > 2
delete from inquiry_gram where number = $1
delete from member
delete from member where id = 'former'
delete from member where id = 'second'
delete from setting
insert into "audit_entry" ("number", "entry", "hash", "seal") values ($1, $2, $3, $4)
insert into "channel_book" ("id", "version", "sealed") values ($1, $2, $3)
insert into "channel_book" ("id", "version", "sealed") values ($1, $2, $3) on conflict ("id") do nothing
insert into "channel_change" ("number", "entry") values ($1, $2)
insert into "erasure" ("inquiry_id", "reason", "erased_at") values ($1, $2, $3)
insert into "inbox_change" ("inquiry_id", "kind", "created_at") values ($1, $2, $3)
insert into "inquiry" ("id", "created_at", "reference", "status", "version", "name", "phone", "email", "city", "query", "email_key") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
insert into "inquiry" ("id", "name", "city", "query", "email", "phone", "created_at", "reference", "status", "phone_key", "email_key", "kind", "reported", "receipt_hash") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict ("reference") do nothing returning "number"
insert into "inquiry" ("id", "name", "phone", "email", "city", "query", "created_at", "reference", "status", "email_key") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
insert into "inquiry" ("id", "name", "phone", "email", "city", "query", "created_at", "reference", "status", "phone_key", "email_key", "kind", "reported", "receipt_hash") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict ("reference") do nothing returning "number"
insert into "inquiry" ("id", "reference", "kind", "reported", "status", "name", "phone", "email", "city", "query", "phone_key", "receipt_hash", "assignee_id", "created_at", "email_key") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
insert into "inquiry_count" ("status", "count") values ($1, $2) on conflict ("status") do update set "count" = "inquiry_count"."count" + $3
insert into "inquiry_event" ("inquiry_id", "member_id", "what", "before", "after", "created_at") values ($1, $2, $3, $4, $5, $6)
insert into "inquiry_event" ("inquiry_id", "member_id", "what", "created_at") values ($1, $2, $3, $4)
insert into "inquiry_note" ("id", "inquiry_id", "member_id", "text", "created_at") values ($1, $2, $3, $4, $5)
insert into "known_device" ("key", "member_id", "seen_at") values ($1, $2, $3) on conflict ("key") do update set "seen_at" = $4
insert into "known_network" ("key", "member_id", "seen_at") values ($1, $2, $3) on conflict ("key") do update set "seen_at" = $4
insert into "member" ("id", "email", "email_key", "created_at", "password_hash", "is_active") values ($1, $2, $3, $4, $5, $6), ($7, $8, $9, $10, $11, $12)
insert into "member" ("id", "email", "email_key", "password_hash", "role", "created_at") values ($1, $2, $3, $4, $5, $6) on conflict ("email_key") do nothing returning *
insert into "member" ("id", "email", "email_key", "password_hash", "role", "created_at", "owner_proposed_by", "owner_proposed_at") values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict ("email_key") do nothing returning *
insert into "member" ("id", "email", "email_key", "password_hash", "role", "created_at", "owner_since", "owner_proposed_by", "owner_proposed_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict ("email_key") do nothing returning *
insert into "one_time_link" ("token_hash", "member_id", "expires_at", "mac") values ($1, $2, $3, $4)
insert into "outbox" ("id", "kind", "channel", "payload", "inquiry_id", "state", "attempts", "next_at", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
insert into "passkey" ("id", "member_id", "name", "public_key", "counter", "transports", "created_at", "used_at") values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict ("id") do nothing
insert into "recovery_code" ("code_hash", "member_id") values ($1, $2), ($3, $4), ($5, $6), ($7, $8), ($9, $10), ($11, $12), ($13, $14), ($15, $16), ($17, $18), ($19, $20)
insert into "saved_reply" ("id", "title", "text", "created_at") values ($1, $2, $3, $4)
insert into "secret" ("name", "value") values ($1, $2) on conflict ("name") do nothing
insert into "session" ("token_hash", "id", "device", "member_id", "created_at", "seen_at", "proved_at", "proof_mac", "mac") values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
insert into "setting" ("name", "value") values ($1, $2)
insert into "setting" ("name", "value") values ($1, $2) on conflict ("name") do update set "value" = $3
insert into "sign_in_failure" ("key", "count", "blocked_until", "updated_at") values ($1, $2, $3, $4) on conflict ("key") do update set "count" = $5, "blocked_until" = $6, "updated_at" = $7
insert into "submission" ("key_hash", "body_hash", "reference", "created_at") values ($1, $2, $3, $4) on conflict ("key_hash") do nothing
insert into "totp" ("member_id", "secret", "step", "pending", "pending_until") values ($1, $2, $3, $4, $5)
insert into "totp" ("member_id", "secret", "step", "pending", "pending_until") values ($1, $2, $3, $4, $5) on conflict ("member_id") do update set "pending" = $6, "pending_until" = $7
insert into "unsealed_channels" ("channels") values ($1)
insert into "used_ticket" ("key", "expires_at") values ($1, $2) on conflict ("key") do nothing
insert into audit_entry (number, entry, hash, seal) values (-1, '{}', '', '')
insert into audit_entry (number, entry, hash, seal) values (0, '{}', '', '')
insert into audit_entry (number, entry, hash, seal) values (5, '{}', '', '')
insert into channel_change select 3, entry from channel_change where number = 2
insert into inquiry_event (inquiry_id, member_id, what, "before", "after", created_at) select id, cast($1 as text), 'assignee', assignee_id, cast($2 as text), cast($3 as bigint) from inquiry where number in (select unnest($4::bigint[])) order by number
insert into inquiry_gram (number, grams) values ($1, $2) on conflict (number) do update set grams = inquiry_gram.grams || excluded.grams
insert into member (id, email, email_key, password_hash, created_at, role, is_active) values ('thief', 'thief@example.com', 'thief@example.com', '$argon2id$v=19$m=64,t=1,p=1$Sx8AyllATKSn+8z8gwIntg$Iyx9fx8jYZ4dW2uHb3mVWZukTkjBypK/P7jnAbrtNsc', 1, 'owner', 1)
insert into one_time_link (token_hash, member_id, expires_at) values ('zzI3kbg5kCDiWgESZf0kxDPKeUNbfy3ZZXhzsfxceos', 'second', 9000000000000)
insert into one_time_link (token_hash, member_id, expires_at) values ('zzI3kbg5kCDiWgESZf0kxDPKeUNbfy3ZZXhzsfxceos', null, 9000000000000)
insert into passkey (id, member_id, name, public_key, counter, transports, created_at) values ('made-up', 'second', 'Phone', 'made-up', 0, '[]', 1)
insert into recovery_code (code_hash, member_id) values ('made up', 'second')
insert into session (token_hash, member_id, created_at, seen_at, id, proved_at, proof_mac) values ('zzI3kbg5kCDiWgESZf0kxDPKeUNbfy3ZZXhzsfxceos', 'second', 1793534400000, 1793534400000, 'made up', 1, 'made up')
insert into setting (name, value) values ($1, ''), ($2, '')
insert into totp (member_id, secret, step) values ('second', 'made up', 0)
insert into unsealed_channels values ('[{"id":"x","type":"telegram","value":"https://t.me/thief","isActive":true,"proof":"","since":1}]')
select "assignee_id", count(*) as "count" from "inquiry" where "assignee_id" in (select unnest($1::text[])) and "status" in ($2, $3, $4, $5) group by "assignee_id"
select "body_hash", "reference" from "submission" where "key_hash" = $1
select "channel", "state", count(*) as "messages", min("created_at") as "oldest" from "outbox" where "channel" in ($1, $2, $3) and "state" in ($4, $5) group by "channel", "state"
select "channels" from "unsealed_channels"
select "entry" from "audit_entry"
select "entry" from "audit_entry" where "number" = $1
select "event"."what", "event"."before", "event"."after", "event"."created_at", "by"."id" as "by_id", "by"."email" as "by_email", "before"."id" as "before_id", "before"."email" as "before_email", "after"."id" as "after_id", "after"."email" as "after_email" from "inquiry_event" as "event" left join "member" as "by" on "by"."id" = "event"."member_id" left join "member" as "before" on "before"."id" = "event"."before" left join "member" as "after" on "after"."id" = "event"."after" where "event"."inquiry_id" = $1 order by "event"."number"
select "i"."id", "i"."number", "reference", "status", "version", "i"."created_at", "name", "city", "kind", "reported", "member"."id" as "assignee_id", "member"."email" as "assignee_email", "closed_at", "binned_status", "binned_at", "binner"."id" as "binner_id", "binner"."email" as "binner_email", substr(query, 1, $1) as "start", (select count(*) as "count" from (select "o"."number" from "inquiry" as "o" where ("o"."phone_key" = "i"."phone_key" or "o"."email_key" = "i"."email_key") and "o"."number" <> "i"."number" and "o"."binned_at" is null limit $2) as "other") as "others" from "inquiry" as "i" left join "member" on "member"."id" = "i"."assignee_id" left join "member" as "binner" on "binner"."id" = "i"."binned_by" where "i"."number" in (select unnest($3::bigint[]))
select "i"."id", "reference", "status", "kind", "reported", "i"."created_at", "closed_at", "name", "phone", "i"."email", "city", "query", "member"."email" as "assignee_email" from "inquiry" as "i" left join "member" on "member"."id" = "i"."assignee_id" where "i"."number" in (select unnest($1::bigint[])) and "i"."binned_at" is null order by "i"."number" desc
select "i".*, "member"."id" as "assignee_id", "member"."email" as "assignee_email", "query" as "start", "binner"."id" as "binner_id", "binner"."email" as "binner_email" from "inquiry" as "i" left join "member" on "member"."id" = "i"."assignee_id" left join "member" as "binner" on "binner"."id" = "i"."binned_by" where "i"."id" = $1
select "id" from "inquiry" order by "number"
select "id" from "member"
select "id" from "member" limit $1
select "id" from "member" where "id" in (select unnest($1::text[])) and exists (select "number" from "inquiry" where "inquiry"."assignee_id" = "member"."id" and "inquiry"."status" in ($2, $3, $4, $5, $6))
select "id" from "member" where "owner_proposed_by" = $1
select "id" from "outbox" where "state" = $1 and "next_at" <= $2
select "id" from "passkey" where "member_id" = $1
select "id" from "passkey" where "member_id" = $1 limit $2
select "id" from "saved_reply" order by "id"
select "id", "mac" from "member"
select "id", "number" from "inquiry" order by "number"
select "id", "number" from "inquiry" where "assignee_id" = $1 and "status" in ($2, $3, $4, $5) limit $6
select "id", "title", "text" from "saved_reply" order by "title", "id"
select "id", cast("version" as text) as "version", "sealed" from "channel_book"
select "inquiry_id" from "outbox" where "kind" = $1
select "key" from "known_device" where "member_id" = $1
select "key" from "known_network" where "key" = $1
select "key" from "used_ticket" where "key" = $1
select "member".*, (select secret from totp where totp.member_id = member.id) as "totp", (select string_agg(passkey.id || ' ' || passkey.public_key, ',' order by passkey.id) from passkey where passkey.member_id = member.id) as "passkeys", (select string_agg(code_hash, ',' order by code_hash) from recovery_code where recovery_code.member_id = member.id) as "recovery_codes" from "member"
select "member".*, (select secret from totp where totp.member_id = member.id) as "totp", (select string_agg(passkey.id || ' ' || passkey.public_key, ',' order by passkey.id) from passkey where passkey.member_id = member.id) as "passkeys", (select string_agg(code_hash, ',' order by code_hash) from recovery_code where recovery_code.member_id = member.id) as "recovery_codes" from "member" order by "created_at", "email_key"
select "member".*, (select secret from totp where totp.member_id = member.id) as "totp", (select string_agg(passkey.id || ' ' || passkey.public_key, ',' order by passkey.id) from passkey where passkey.member_id = member.id) as "passkeys", (select string_agg(code_hash, ',' order by code_hash) from recovery_code where recovery_code.member_id = member.id) as "recovery_codes" from "member" order by "created_at", "id"
select "member".*, (select secret from totp where totp.member_id = member.id) as "totp", (select string_agg(passkey.id || ' ' || passkey.public_key, ',' order by passkey.id) from passkey where passkey.member_id = member.id) as "passkeys", (select string_agg(code_hash, ',' order by code_hash) from recovery_code where recovery_code.member_id = member.id) as "recovery_codes" from "member" where "email_key" = $1 and "is_active" = $2
select "member".*, (select secret from totp where totp.member_id = member.id) as "totp", (select string_agg(passkey.id || ' ' || passkey.public_key, ',' order by passkey.id) from passkey where passkey.member_id = member.id) as "passkeys", (select string_agg(code_hash, ',' order by code_hash) from recovery_code where recovery_code.member_id = member.id) as "recovery_codes" from "member" where "id" = $1
select "member".*, (select secret from totp where totp.member_id = member.id) as "totp", (select string_agg(passkey.id || ' ' || passkey.public_key, ',' order by passkey.id) from passkey where passkey.member_id = member.id) as "passkeys", (select string_agg(code_hash, ',' order by code_hash) from recovery_code where recovery_code.member_id = member.id) as "recovery_codes" from "member" where "id" = $1 and "is_active" = $2
select "member".*, (select secret from totp where totp.member_id = member.id) as "totp", (select string_agg(passkey.id || ' ' || passkey.public_key, ',' order by passkey.id) from passkey where passkey.member_id = member.id) as "passkeys", (select string_agg(code_hash, ',' order by code_hash) from recovery_code where recovery_code.member_id = member.id) as "recovery_codes" from "member" where "member"."id" = $1
select "member".*, (select secret from totp where totp.member_id = member.id) as "totp", (select string_agg(passkey.id || ' ' || passkey.public_key, ',' order by passkey.id) from passkey where passkey.member_id = member.id) as "passkeys", (select string_agg(code_hash, ',' order by code_hash) from recovery_code where recovery_code.member_id = member.id) as "recovery_codes" from "member" where "role" = $1
select "member".*, (select secret from totp where totp.member_id = member.id) as "totp", (select string_agg(passkey.id || ' ' || passkey.public_key, ',' order by passkey.id) from passkey where passkey.member_id = member.id) as "passkeys", (select string_agg(code_hash, ',' order by code_hash) from recovery_code where recovery_code.member_id = member.id) as "recovery_codes", "session"."created_at" as "started_at", "session"."seen_at", "session"."proved_at", "session"."proof_mac", "session"."mac" as "session_mac" from "member" inner join "session" on "session"."member_id" = "member"."id" where "token_hash" = $1 and "member"."is_active" = $2
select "note"."id", "note"."inquiry_id", "note"."text", "note"."created_at", "member"."id" as "author_id", "member"."email" as "author_email" from "inquiry_note" as "note" left join "member" on "member"."id" = "note"."member_id" where "note"."inquiry_id" in (select unnest($1::text[])) order by "note"."created_at", note.rowid
select "number" from "inquiry" where "binned_at" is not null and "binned_at" <= $1 order by "binned_at", "number" limit $2
select "number" from "inquiry" where "closed_at" < $1 limit $2
select "number" from "inquiry" where "created_at" < $1 order by "created_at" desc limit $2
select "number" from "inquiry" where "created_at" >= $1 order by "created_at" limit $2
select "number" from "inquiry" where "email_key" = $1 limit $2
select "number" from "inquiry" where "id" in ($1) and "binned_at" is not null
select "number" from "inquiry" where "id" in (select unnest($1::text[])) order by "number" desc
select "number" from "inquiry" where "number" in (select unnest($1::bigint[])) and "binned_at" is null
select "number" from "inquiry" where "reference" = $1
select "number" from "inquiry" where "reference" = $1 and "status" <> $2
select "number" from "inquiry" where ("closed_at" < $1 or ("closed_at" is null and "created_at" < $2)) limit $3
select "number" from "inquiry" where ("closed_at" is null and "created_at" < $1) and not (exists (select "inquiry_id" from "inquiry_event" where "inquiry_id" = "inquiry"."id" and "inquiry_event"."created_at" >= $2 and "inquiry_event"."what" <> $3) or exists (select "inquiry_id" from "inquiry_note" where "inquiry_id" = "inquiry"."id" and "inquiry_note"."created_at" >= $4)) limit $5
select "number" from "inquiry" where ("id" in (select unnest($1::text[])) or "reference" in (select unnest($2::text[])))
select "number", "binned_at" from "inquiry" where "binned_at" is not null and (binned_at, number) < ($1, $2) order by "binned_at" desc, "number" desc limit $3
select "number", "binned_at" from "inquiry" where "binned_at" is not null order by "binned_at" desc, "number" desc limit $1
select "number", "binned_status", "version" from "inquiry" where "id" = $1 and "status" = $2
select "number", "entry", "hash", "seal" from "audit_entry" order by "number" desc limit $1
select "number", "entry", "hash", "seal" from "audit_entry" where "number" < $1 and "kind" in ($2) and ("by_member" = $3 or "about_member" = $4) order by "number" desc limit $5
select "number", "entry", "hash", "seal" from "audit_entry" where "number" < $1 and "kind" in ($2) order by "number" desc limit $3
select "number", "entry", "hash", "seal" from "audit_entry" where "number" < $1 and "number" >= $2 and "kind" in ($3) order by "number" desc limit $4
select "number", "entry", "hash", "seal" from "audit_entry" where "number" < $1 and "number" >= $2 order by "number" desc limit $3
select "number", "entry", "hash", "seal" from "audit_entry" where "number" < $1 and ("by_member" = $2 or "about_member" = $3) order by "number" desc limit $4
select "number", "entry", "hash", "seal" from "audit_entry" where "number" < $1 order by "number" desc limit $2
select "number", "entry", "hash", "seal" from "audit_entry" where "number" = $1
select "number", "entry", "hash", "seal" from "audit_entry" where "number" > $1 order by "number" limit $2
select "number", "id", "reference", "phone_key", "reported", "name", "phone", "email", "city", "query" from "inquiry" where "number" in (select unnest($1::bigint[])) and "status" in ($2) and true and true and created_at >= $3
select "number", "id", "reference", "phone_key", "reported", "name", "phone", "email", "city", "query" from "inquiry" where "number" in (select unnest($1::bigint[])) and "status" in ($2) and true and true and true
select "number", "id", "reference", "phone_key", "reported", "name", "phone", "email", "city", "query" from "inquiry" where "number" in (select unnest($1::bigint[])) and "status" in ($2, $3, $4, $5) and true and true and true and created_at < $6
select "number", "inquiry_id" as "inquiryId", "kind" from "inbox_change" where "number" > $1 order by "number" limit $2
select "number", "phone" from "inquiry" where "receipt_hash" is null and "phone_key" is null and "number" > $1 order by "number" limit $2
select "number", "reference", "status", "created_at", "kind", "reported", "name", "phone", "email", "city", "query" from "inquiry" where "receipt_hash" = $1
select "number", "status", "assignee_id", "version" from "inquiry" where "id" = $1
select "number", "status", "version" from "inquiry" where "id" = $1
select "outbox".*, "inquiry"."reference" from "outbox" left join "inquiry" on "inquiry"."id" = "outbox"."inquiry_id" order by "outbox"."created_at" desc, "outbox"."id" desc limit $1
select "outbox".*, "inquiry"."reference" from "outbox" left join "inquiry" on "inquiry"."id" = "outbox"."inquiry_id" where "outbox"."state" = $1 order by "outbox"."created_at" desc, "outbox"."id" desc limit $2
select "outbox".*, "inquiry"."reference" from "outbox" left join "inquiry" on "inquiry"."id" = "outbox"."inquiry_id" where (outbox.created_at, outbox.id) < ($1, $2) order by "outbox"."created_at" desc, "outbox"."id" desc limit $3
select "password_hash" from "member"
select "proved_at", "proof_mac" from "session" where "token_hash" = $1
select "sealed" from "channel_book"
select "secret" from "totp" where "member_id" = $1
select "secret" from "totp" where "member_id" = $1 and "secret" is not null
select "seen_at" from "session"
select "status", count(*) as "count" from "inquiry" where "binned_at" is null group by "status"
select "text" from "inquiry_note" where "inquiry_id" = $1
select "token_hash" from "one_time_link"
select "value" from "secret" where "name" = $1
select "value" from "setting" where "name" = $1
select * from "audit_entry" order by 1
select * from "channel_book" order by 1
select * from "channel_change" order by 1
select * from "erasure" order by 1
select * from "inbox_change" order by 1
select * from "inquiry" order by 1
select * from "inquiry" where "id" = $1
select * from "inquiry" where "id" = $1 and "status" <> $2
select * from "inquiry" where "number" = $1
select * from "inquiry_count"
select * from "inquiry_count" order by 1
select * from "inquiry_event" order by 1
select * from "inquiry_note" order by 1
select * from "known_device" order by 1
select * from "known_network" order by 1
select * from "member" order by 1
select * from "one_time_link"
select * from "one_time_link" order by 1
select * from "one_time_link" where "expires_at" > $1
select * from "one_time_link" where "token_hash" = $1 and "expires_at" > $2
select * from "outbox" order by "id"
select * from "outbox" order by 1
select * from "outbox" where "kind" = $1
select * from "passkey" order by 1
select * from "passkey" where "id" = $1
select * from "passkey" where "member_id" = $1 order by "created_at", "id"
select * from "recovery_code" order by 1
select * from "saved_reply" order by 1
select * from "secret" order by 1
select * from "session" order by 1
select * from "session" where "member_id" = $1 and "created_at" > $2 and "seen_at" > $3 order by "seen_at" desc, "id"
select * from "setting" order by 1
select * from "sign_in_failure" order by 1
select * from "sign_in_failure" where "key" in ($1)
select * from "submission" order by 1
select * from "totp" order by 1
select * from "totp" where "member_id" = $1
select * from "unsealed_channels" order by 1
select * from "used_ticket" order by 1
select 1
select 1 from "channel_book" limit 1
select 1 from "channel_change" limit 1
select 1 from "unsealed_channels" limit 1
select 1 from pg_type where typname = $1 and typnamespace = current_schema()::regnamespace
select cast("number" as text) as "number", "entry" from "channel_change" order by "channel_change"."number"
select count(*) as "count" from "inquiry"
select count(*) as "count" from "inquiry" where "binned_at" is not null
select count(*) as "count" from "inquiry" where "binned_at" is not null and "binned_at" > $1 and "binned_by" = $2
select count(*) as "count" from "member" where "id" in ($1) and "is_active" = $2 and "password_hash" <> $3
select count(*) as "count" from "passkey" where "member_id" = $1
select count(*) as "count" from "recovery_code" where "member_id" = $1
select count(*) as "count" from "saved_reply"
select count(*) as "count" from (select "number" from "inquiry" where "binned_at" is not null limit $1) as "binned"
select count(*) as count from inquiry where status in ($1) and true and true and number >= $2 and number < $3
select count(*) as count from inquiry where status in ($1, $2, $3, $4) and true and assignee_id = $5 and number >= $6 and number < $7
select count(*) as rows, pg_relation_size($1::regclass) as bytes from "inquiry"
select count(*) as rows, pg_relation_size($1::regclass) as bytes from "inquiry_gram"
select count(*) as rows, pg_relation_size($1::regclass) as bytes from "inquiry_note"
select count(*) as rows, pg_relation_size($1::regclass) as bytes from "outbox"
select current_database() as name
select current_setting($1) as value
select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding, current_setting('synchronous_commit') as commit
select min("next_at") as "next" from "outbox" where "channel" = $1 and "state" = $2 and "next_at" > $3
select min("number") as "oldest", max("number") as "newest" from "inbox_change"
select nspname as name from pg_namespace where nspname ^@ 'replaced_'
select number from ( select number from inquiry where "phone_key" = $1 and number <> $2 and binned_at is null order by number desc limit $3) as same union select number from ( select number from inquiry where "email_key" = $4 and number <> $5 and binned_at is null order by number desc limit $6) as same order by number desc limit $7
select number from ( select number from inquiry where status = $1 and assignee_id = $2 and number < $3 and number >= $4 and true order by number desc limit $5) as walk order by number desc limit $6
select number from ( select number from inquiry where status = $1 and assignee_id = $2 and number < $3 and number >= $4 and true order by number desc limit $5) as walk union all select number from ( select number from inquiry where status = $6 and assignee_id = $7 and number < $8 and number >= $9 and true order by number desc limit $10) as walk union all select number from ( select number from inquiry where status = $11 and assignee_id = $12 and number < $13 and number >= $14 and true order by number desc limit $15) as walk union all select number from ( select number from inquiry where status = $16 and assignee_id = $17 and number < $18 and number >= $19 and true order by number desc limit $20) as walk order by number desc limit $21
select number from ( select number from inquiry where status = $1 and assignee_id is null and number < $2 and number >= $3 and true order by number desc limit $4) as walk union all select number from ( select number from inquiry where status = $5 and assignee_id is null and number < $6 and number >= $7 and true order by number desc limit $8) as walk union all select number from ( select number from inquiry where status = $9 and assignee_id is null and number < $10 and number >= $11 and true order by number desc limit $12) as walk union all select number from ( select number from inquiry where status = $13 and assignee_id is null and number < $14 and number >= $15 and true order by number desc limit $16) as walk order by number desc limit $17
select number from ( select number from inquiry where status = $1 and true and number < $2 and number >= $3 and created_at >= $4 and created_at < $5 order by number desc limit $6) as walk union all select number from ( select number from inquiry where status = $7 and true and number < $8 and number >= $9 and created_at >= $10 and created_at < $11 order by number desc limit $12) as walk union all select number from ( select number from inquiry where status = $13 and true and number < $14 and number >= $15 and created_at >= $16 and created_at < $17 order by number desc limit $18) as walk union all select number from ( select number from inquiry where status = $19 and true and number < $20 and number >= $21 and created_at >= $22 and created_at < $23 order by number desc limit $24) as walk order by number desc limit $25
select number from ( select number from inquiry where status = $1 and true and number < $2 and number >= $3 and created_at >= $4 order by number desc limit $5) as walk order by number desc limit $6
select number from ( select number from inquiry where status = $1 and true and number < $2 and number >= $3 and created_at >= $4 order by number desc limit $5) as walk union all select number from ( select number from inquiry where status = $6 and true and number < $7 and number >= $8 and created_at >= $9 order by number desc limit $10) as walk union all select number from ( select number from inquiry where status = $11 and true and number < $12 and number >= $13 and created_at >= $14 order by number desc limit $15) as walk union all select number from ( select number from inquiry where status = $16 and true and number < $17 and number >= $18 and created_at >= $19 order by number desc limit $20) as walk order by number desc limit $21
select number from ( select number from inquiry where status = $1 and true and number < $2 and number >= $3 and true and created_at < $4 order by number desc limit $5) as walk union all select number from ( select number from inquiry where status = $6 and true and number < $7 and number >= $8 and true and created_at < $9 order by number desc limit $10) as walk union all select number from ( select number from inquiry where status = $11 and true and number < $12 and number >= $13 and true and created_at < $14 order by number desc limit $15) as walk union all select number from ( select number from inquiry where status = $16 and true and number < $17 and number >= $18 and true and created_at < $19 order by number desc limit $20) as walk order by number desc limit $21
select number from ( select number from inquiry where status = $1 and true and number < $2 and number >= $3 and true order by number desc limit $4) as walk order by number desc limit $5
select number from ( select number from inquiry where status = $1 and true and number < $2 and number >= $3 and true order by number desc limit $4) as walk union all select number from ( select number from inquiry where status = $5 and true and number < $6 and number >= $7 and true order by number desc limit $8) as walk union all select number from ( select number from inquiry where status = $9 and true and number < $10 and number >= $11 and true order by number desc limit $12) as walk union all select number from ( select number from inquiry where status = $13 and true and number < $14 and number >= $15 and true order by number desc limit $16) as walk order by number desc limit $17
select number from inquiry_gram where (grams @> $1::integer[] or grams @> $2::integer[] or grams @> $3::integer[]) and number < $4 and number >= $5 order by number desc limit $6
select number from inquiry_gram where (grams @> $1::integer[] or grams @> $2::integer[]) and number < $3 and number >= $4 order by number desc limit $5
select number from inquiry_gram where (grams @> $1::integer[]) and number < $2 and number >= $3 order by number desc limit $4
select password_hash, mac, revision from member where id = 'second'
select pg_advisory_unlock(3853314791062309107)
select pg_advisory_xact_lock(1717855603, 1)
select pg_advisory_xact_lock(1717855603, 2)
select pg_advisory_xact_lock(1717855603, 3)
select pg_logical_emit_message(true, 'front-desk', 'is there room?')
select pg_notify($1, $2)
select pg_terminate_backend(pid) from (select pid from pg_stat_activity where datname = current_database() and query like 'listen %' and state = 'idle') as listener
select pg_try_advisory_lock(1717855603, 4) as "isOurs"
select pid from pg_stat_activity where datname = current_database() and query like 'listen %' and state = 'idle'
select relkind as kind from pg_class where relname = $1 and relnamespace = current_schema()::regnamespace
select to_regclass($1) is not null as "isThere"
select to_regclass($1) is not null as found
update "audit_entry" set "entry" = $1
update "audit_entry" set "entry" = $1 where "number" = $2
update "audit_entry" set "seal" = $1 where "number" = $2
update "channel_book" set "sealed" = $1
update "channel_book" set "version" = $1, "sealed" = $2
update "channel_book" set "version" = $1, "sealed" = $2 where "version" = $3 and "sealed" = $4
update "inquiry" set "assignee_id" = $1, "version" = "version" + $2 where "number" in (select unnest($3::bigint[]))
update "inquiry" set "binned_at" = $1 where "binned_at" <= $2
update "inquiry" set "status" = $1, "assignee_id" = $2, "version" = $3 where "number" = $4
update "inquiry" set "status" = $1, "assignee_id" = $2, "version" = $3, "closed_at" = $4 where "number" = $5
update "inquiry" set "status" = $1, "binned_status" = $2, "binned_at" = $3, "binned_by" = $4, "version" = $5 where "number" = $6
update "inquiry" set "version" = "version" + $1 where "number" = $2
update "member" set "is_active" = $1
update "member" set "mac" = $1 where "id" = $2
update "member" set "owner_proposed_by" = $1, "owner_proposed_at" = $2 where "id" = $3
update "member" set "owner_since" = $1 where "id" = $2
update "member" set "password_hash" = $1 where "id" = $2
update "member" set "password_hash" = $1, "owner_since" = $2 where "id" = $3
update "member" set "revision" = $1, "mac" = $2 where "id" = $3
update "member" set "role" = $1, "is_active" = $2 where "id" = $3
update "member" set "role" = $1, "is_active" = $2, "owner_proposed_by" = $3, "owner_proposed_at" = $4 where "id" = $5
update "member" set "role" = $1, "is_active" = $2, "owner_since" = $3, "owner_proposed_by" = $4, "owner_proposed_at" = $5 where "id" = $6
update "member" set "role" = $1, "owner_proposed_by" = $2, "owner_proposed_at" = $3, "owner_since" = $4 where "id" = $5
update "one_time_link" set "expires_at" = $1
update "outbox" set "attempts" = $1
update "outbox" set "next_at" = $1 where "id" in (select unnest($2::text[])) and "state" = $3
update "outbox" set "state" = $1, "attempts" = $2, "next_at" = $3, "settled_at" = $4 where "id" = $5 and "state" != $6
update "outbox" set "state" = $1, "attempts" = $2, "next_at" = $3, "settled_at" = $4 where "state" = $5
update "outbox" set "state" = $1, "attempts" = $2, "problem" = $3, "tried_at" = $4, "settled_at" = $5 where "id" = $6
update "outbox" set "state" = $1, "attempts" = $2, "problem" = $3, "tried_at" = $4, "settled_at" = $5, "next_at" = $6 where "id" = $7
update "outbox" set "state" = $1, "problem" = $2, "tried_at" = $3, "settled_at" = $4 where "state" = $5
update "passkey" set "counter" = $1, "used_at" = $2 where "id" = $3 and "counter" < $4
update "saved_reply" set "title" = $1, "text" = $2 where "id" = $3
update "session" set "member_id" = $1 where "token_hash" = $2
update "session" set "proved_at" = $1 where "token_hash" = $2
update "session" set "proved_at" = $1, "proof_mac" = $2 where "token_hash" = $3
update "session" set "seen_at" = $1 where "token_hash" = $2
update "setting" set "value" = $1
update "setting" set "value" = $1 where "name" = $2
update "totp" set "secret" = $1, "step" = $2, "pending" = $3, "pending_until" = $4 where "member_id" = $5 and "pending" = $6
update "totp" set "step" = $1 where "member_id" = $2 and "secret" = $3 and "step" < $4
update audit_entry set entry = '{}' where number = 2
update audit_entry set number = 9 where number = 3
update channel_book set sealed = 'forged'
update channel_book set sealed = 'x' || sealed
update channel_book set sealed = sealed || ' '
update channel_book set version = 1
update channel_book set version = version + 1
update channel_book set version = version + 7
update channel_change set entry = replace(entry, 'saffron', 'thief')
update channel_change set entry = replace(entry, 'saffron', 'thief') where number = 1
update channel_change set number = case number when 1 then 20 else 10 end
update channel_change set number = number * 10
update channel_change set number = number + 5
update channel_change set number = number - 5
update member set email = 'thief@example.com', email_key = 'thief@example.com' where id = 'second'
update member set is_active = 1 where id = 'former'
update member set mac = (select mac from member where id = 'f13dde1b-ce24-4a60-97aa-9d1e0759600b'), revision = 1 where id = 'thief'
update member set mac = null where id = 'second'
update member set mac = null, revision = 0
update member set owner_proposed_by = 'second', owner_proposed_at = 1 where id = '3a5786ff-d942-4999-86d0-5ffee5acde13'
update member set owner_since = 1 where id = 'second'
update member set password_hash = '$argon2id$v=19$m=64,t=1,p=1$Sx8AyllATKSn+8z8gwIntg$Iyx9fx8jYZ4dW2uHb3mVWZukTkjBypK/P7jnAbrtNsc' where id = 'second'
update member set password_hash = '$argon2id$v=19$m=64,t=1,p=1$iXtN4233QGIbHCrnbhMeYQ$q5vqF4YR7woEGdTsp+4vRoKSn87v0PUt3/VtPwlXJyU ' where id = '85a7ec9b-7452-416f-b706-c8164684cb1f'
update member set password_hash = '$argon2id$v=19$m=64,t=1,p=1$iXtN4233QGIbHCrnbhMeYQ$q5vqF4YR7woEGdTsp+4vRoKSn87v0PUt3/VtPwlXJyU', mac = '7IcbxRKybhbhgdg-GxgI8gB6Y1vcR1djhfairQJnTdQ', revision = 1 where id = 'second'
update member set password_hash = '$argon2id$v=19$m=64,t=1,p=1$iXtN4233QGIbHCrnbhMeYQ$q5vqF4YR7woEGdTsp+4vRoKSn87v0PUt3/VtPwlXJyU', mac = 'WwqFlpivRa-1r92xN8A0WndCyNt04-Aa2nTgXdi39gM', revision = 1 where id = 'second'
update member set role = 'owner' where email_key = 'agent@example.com'
update member set role = 'owner' where id = '251a9f7d-f09a-4dad-8236-c14145737727'
update one_time_link set member_id = 'second' where mac is not null
with "due" as materialized (select "id" from "outbox" where "channel" = $1 and "state" = $2 and "next_at" <= $3 and "id" not in (select unnest($4::text[])) order by "next_at", "created_at" limit $5 for update skip locked) update "outbox" set "next_at" = $6 where "id" in (select "id" from "due") returning *, (select "reference" from "inquiry" where "id" = "outbox"."inquiry_id") as "reference"
with "notification" as (select *, coalesce(payload ->> 'to', '') as "receiver" from "outbox" where "kind" in ($1, $2, $3)), "reached" as (select "channel", "receiver", max("settled_at") as "last" from "notification" where "state" = $4 group by "channel", "receiver") select "notification"."channel", "notification"."receiver", min("notification"."created_at") as "since", count(*) as "messages" from "notification" left join "reached" on "reached"."channel" = "notification"."channel" and "reached"."receiver" = "notification"."receiver" where "notification"."state" in ($5, $6) and "notification"."tried_at" >= coalesce("reached"."last", 0) group by "notification"."channel", "notification"."receiver"
with set_timeout as ( select set_config('lock_timeout', '3600000', true) as config_val ) select pg_advisory_lock(3853314791062309107) from set_timeout
