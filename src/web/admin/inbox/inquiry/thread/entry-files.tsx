import { copy, teamCopy } from "#copy/current.ts";
import { useState } from "react";
import type { NamedAttachment } from "#contract/inquiries/attachment.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { fileSize } from "#domain/file-size.ts";
import { Icon } from "#web/ui/icon.tsx";
import { addressOf } from "#web/api/team-call.ts";

/** The files of a message, an answer or a reply, as their sender named them. Likely logos are shown by a press. */
export function EntryFiles({ files }: { files: readonly NamedAttachment[] }) {
  const [showsLogos, setShowsLogos] = useState(false);
  const logos = files.filter(({ isLogo }) => isLogo).length;
  const shown = showsLogos ? files : files.filter(({ isLogo }) => !isLogo);
  return (
    <>
      {shown.length > 0 && (
        <ul className="attachments">
          {shown.map((file, place) => (
            <File key={file.id} file={file} place={place} />
          ))}
        </ul>
      )}
      {logos > 0 && (
        <Button variant="secondary" size="small" aria-expanded={showsLogos} onClick={() => setShowsLogos(!showsLogos)}>
          {showsLogos ? teamCopy.inquiry.thread.hideLogos : teamCopy.inquiry.thread.showLogos(logos)}
        </Button>
      )}
    </>
  );
}

function File({ file, place }: { file: NamedAttachment; place: number }) {
  const { id, type, size, width, height, name } = file;
  const href = addressOf("GET /attachments/:id", { id });
  if (type === "application/pdf") {
    return (
      <li>
        <a href={href} download>
          <Icon name="page" />
          <bdi>{name || `PDF ${place + 1}`}</bdi>
          <span className="soft">{fileSize(size)}</span>
        </a>
      </li>
    );
  }
  return (
    <li>
      <a href={href} target="_blank" rel="noreferrer" title={name || undefined}>
        <img
          src={href}
          alt={name || copy.files.screenshot(place + 1)}
          width={width ?? undefined}
          height={height ?? undefined}
          loading="lazy"
        />
      </a>
    </li>
  );
}
