import { copy } from "#copy/current.ts";
import type { Attachment } from "#contract/inquiries/attachment.ts";
import { fileSize } from "#domain/file-size.ts";
import { Icon } from "../icon.tsx";

/** The files of a message: small pictures that open the whole one, and PDFs, with links if they can be downloaded. */
export function AttachmentList(props: {
  files: readonly Attachment[];
  linkOf: (id: string) => string;
  hasPdfLinks?: boolean;
}) {
  const { files, linkOf, hasPdfLinks = true } = props;
  if (files.length === 0) return null;
  return (
    <ul className="attachments">
      {files.map(({ id, type, size, width, height, name }, place) =>
        type === "image/webp" ? (
          <li key={id}>
            <a href={linkOf(id)} target="_blank" rel="noreferrer">
              <img
                src={linkOf(id)}
                alt={copy.files.screenshot(place + 1)}
                width={width ?? undefined}
                height={height ?? undefined}
                loading="lazy"
              />
            </a>
          </li>
        ) : (
          <li key={id}>
            <a {...(hasPdfLinks && { href: linkOf(id), download: true })}>
              <Icon name="page" />
              <bdi>{name ?? `PDF ${place + 1}`}</bdi>
              <span className="soft">{fileSize(size)}</span>
            </a>
          </li>
        ),
      )}
    </ul>
  );
}
