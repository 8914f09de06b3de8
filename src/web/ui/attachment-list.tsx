import type { Attachment } from "#contract/attachment.ts";
import "./attachment-list.css";

/** The files of a message: small pictures that open the whole one, and links that download a PDF. */
export function AttachmentList(props: { files: readonly Attachment[]; linkOf: (id: string) => string }) {
  const { files, linkOf } = props;
  if (files.length === 0) return null;
  return (
    <ul className="attachments">
      {files.map(({ id, type, size, width, height }, place) => (
        <li key={id}>
          <a href={linkOf(id)} target={type === "image/webp" ? "_blank" : undefined} rel="noreferrer">
            {type === "image/webp" ? (
              <img
                src={linkOf(id)}
                alt={`Screenshot ${place + 1}`}
                width={width ?? undefined}
                height={height ?? undefined}
                loading="lazy"
              />
            ) : (
              `PDF ${place + 1} (${Math.ceil(size / 1024)} KB)`
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}
