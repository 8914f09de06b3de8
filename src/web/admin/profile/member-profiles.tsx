import { useState } from "react";
import { teamCopy } from "#copy/current.ts";
import type { MemberProfile } from "#contract/auth/profile.ts";
import type { TeamMember } from "#contract/auth/team.ts";
import { languageCodes, languages } from "#domain/languages.ts";
import { initialsOf } from "#domain/profile.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Badge } from "#web/ui/messages/badge.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { useObjectUrl } from "#web/ui/use-object-url.ts";
import { ConfirmedChange } from "../forms/confirmed-change.tsx";
import { actionFailureText, LoadFailure } from "../forms/failure.tsx";
import { personName } from "../shell/person.tsx";
import { useProfiles, useRemoveProfile, useShowPicture } from "./use-profile.ts";
import "./profile.css";

/** Shows owners the public profiles of members who have set something; lets a picture through, or removes it all. */
export function MemberProfiles({ members }: { members: readonly TeamMember[] }) {
  const profiles = useProfiles();
  const remove = useRemoveProfile();
  const [asked, setAsked] = useState<{ id: string; name: string }>();
  const texts = teamCopy.profile.owners;
  const shown = (profiles.data ?? []).flatMap((profile) => {
    const member = members.find(({ id }) => id === profile.memberId);
    const isEmpty = profile.picture === null && ![profile.names, profile.signatures].some(hasText);
    return member === undefined || isEmpty ? [] : [{ profile, name: personName(member.email) }];
  });
  if (shown.length === 0) return <LoadFailure what={texts.title} query={profiles} />;
  return (
    <section className="card" aria-labelledby="member-profiles">
      <h2 id="member-profiles" tabIndex={-1}>
        {texts.title}
      </h2>
      <p className="hint">{texts.about}</p>
      <ul className="member-profiles">
        {shown.map(({ profile, name }) => (
          <MemberRow
            key={profile.memberId}
            profile={profile}
            name={name}
            onRemove={() => setAsked({ id: profile.memberId, name })}
          />
        ))}
      </ul>
      <ConfirmedChange
        about={asked}
        title={texts.question}
        id="remove-profile"
        action={texts.remove}
        busyAction={texts.removing}
        change={remove}
        input={({ id }) => id}
        onClose={() => setAsked(undefined)}
        onDone={() => document.getElementById("member-profiles")?.focus()}
      >
        {({ name }) => texts.questionAbout(name)}
      </ConfirmedChange>
    </section>
  );
}

const hasText = (texts: MemberProfile["names"]) => languageCodes.some((code) => Boolean(texts[code]));

function MemberRow(props: { profile: MemberProfile; name: string; onRemove: () => void }) {
  const { profile, name, onRemove } = props;
  const { names, signatures, picture, pictureState } = profile;
  const texts = teamCopy.profile.owners;
  const show = useShowPicture();
  const url = useObjectUrl(picture ?? undefined);
  const written = languageCodes.filter((code) => names[code] || signatures[code]);
  return (
    <li>
      {url === undefined ? (
        <span className="initials" aria-hidden="true">
          {initialsOf(written.map((code) => names[code] ?? "").find(Boolean) ?? name)}
        </span>
      ) : (
        <img src={url} alt={texts.pictureOf(name)} width="48" height="48" />
      )}
      <div>
        <strong>{name}</strong> {pictureState === "waits" && <Badge tone="warn">{texts.waits}</Badge>}
        {written.map((code) => (
          <p key={code} className="member-texts" lang={languages[code].tag} dir="auto">
            {[names[code], signatures[code]].filter(Boolean).join("\n")}
          </p>
        ))}
        {show.error !== null && <Alert role="alert">{actionFailureText(show.error)}</Alert>}
      </div>
      <div className="member-actions">
        {pictureState === "waits" && (
          <Button
            variant="secondary"
            size="small"
            aria-label={texts.showOf(name)}
            busy={show.isPending}
            onClick={() => show.mutate(profile)}
          >
            {texts.show}
          </Button>
        )}
        <Button variant="secondary" size="small" aria-label={texts.removeOf(name)} onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </li>
  );
}
