import { type ChangeEvent, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import { Button, buttonClass } from "#web/ui/buttons/button.tsx";
import { useObjectUrl } from "#web/ui/use-object-url.ts";

/** Pixels of a side; the server keeps no more. */
const side = 128;
/** An SVG with pictures in it can be large; nobody needs such a logo. */
const maxBytes = 1_000_000;

/**
 * A logo, chosen as SVG, PNG, JPEG or WebP. It is drawn in the browser and sent as pixels: an SVG could hold scripts
 * and links.
 */
export function LogoField(props: {
  id: string;
  label: string;
  /** A picture in Base64. */
  logo: string | undefined;
  error: string | undefined;
  onChange: (logo: string | undefined) => void;
}) {
  const { id, label, logo, error, onChange } = props;
  const [problem, setProblem] = useState<string>();
  const shown = useObjectUrl(logo);

  async function choose({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = target.files ?? [];
    target.value = "";
    if (file === undefined) return;
    const drawn = file.size > maxBytes ? null : await draw(file);
    setProblem(drawn === null ? teamCopy.site.logo.unreadable : undefined);
    if (drawn !== null) onChange(drawn);
  }

  const wrong = problem ?? error;
  return (
    <div className="field">
      <strong>{label}</strong>
      <div className="logo-field">
        {shown !== undefined && <img src={shown} alt={teamCopy.site.logo.present} width="48" height="48" />}
        <label className={buttonClass("secondary")}>
          {logo === undefined ? teamCopy.site.logo.choose : teamCopy.site.logo.chooseOther}
          <input
            id={id}
            type="file"
            accept="image/svg+xml,image/png,image/jpeg,image/webp"
            aria-invalid={wrong !== undefined || undefined}
            aria-describedby={wrong === undefined ? `${id}-hint` : `${id}-error`}
            onChange={(event) => void choose(event)}
          />
        </label>
        {logo !== undefined && (
          <Button variant="quiet" onClick={() => onChange(undefined)}>
            {teamCopy.forms.remove}
          </Button>
        )}
      </div>
      <p id={`${id}-hint`} className="hint">
        {teamCopy.site.logo.hint}
      </p>
      {wrong !== undefined && (
        <p id={`${id}-error`} className="error">
          {wrong}
        </p>
      )}
    </div>
  );
}

/** The picture within a square, as PNG in Base64; null if the browser cannot read it. */
async function draw(file: File): Promise<string | null> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    // An SVG without a size has none here.
    const [width, height] = [image.naturalWidth || side, image.naturalHeight || side];
    const scale = side / Math.max(width, height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return smallestOf(["image/webp", "image/png"].map((type) => canvas.toDataURL(type, 0.9).split(",")[1] ?? ""));
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function smallestOf(texts: string[]): string | null {
  return texts.filter((text) => text !== "").toSorted((a, b) => a.length - b.length)[0] ?? null;
}
