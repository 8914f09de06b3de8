import { type ChangeEvent, useState } from "react";
import type { SiteFields } from "#contract/site/site.ts";
import { teamCopy } from "#copy/current.ts";
import { logoLimits } from "#domain/logo-limits.ts";
import { Button, buttonClass } from "#web/ui/buttons/button.tsx";
import { fileSize } from "#domain/file-size.ts";
import { useObjectUrl } from "#web/ui/use-object-url.ts";
import { LogoPictures } from "./logo-pictures.tsx";

const types = ["image/svg+xml", "image/png", "image/jpeg", "image/webp"];
/** An SVG with pictures in it can be large; nobody needs such a logo. */
const maxBytes = 1_048_576;

/**
 * A logo, chosen as SVG, PNG, JPEG or WebP. It is drawn in the browser and sent as pixels: an SVG could hold scripts
 * and links.
 */
export function LogoField(props: {
  id: string;
  label: string;
  /** A picture in Base64. */
  logo: string | undefined;
  /** The name and colour beside it. */
  brand: Pick<SiteFields["brands"]["home"], "name" | "color">;
  error: string | undefined;
  onChange: (logo: string | undefined) => void;
}) {
  const { id, label, logo, brand, error, onChange } = props;
  const [problem, setProblem] = useState<string>();
  const shown = useObjectUrl(logo);

  async function choose({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = target.files ?? [];
    target.value = "";
    if (file === undefined) return;
    const drawn = await draw(file);
    setProblem(drawn.ok ? undefined : drawn.problem);
    if (drawn.ok) onChange(drawn.logo);
  }

  const wrong = problem ?? error;
  return (
    <div className="field">
      <strong className="field-name">{label}</strong>
      <div className="logo-field">
        {shown !== undefined && <img src={shown} alt={teamCopy.site.logo.present} width="48" height="48" />}
        <label className={buttonClass("secondary")}>
          {logo === undefined ? teamCopy.site.logo.choose : teamCopy.site.logo.chooseOther}
          <input
            id={id}
            type="file"
            accept={types.join()}
            aria-invalid={wrong !== undefined || undefined}
            aria-describedby={wrong === undefined ? `${id}-hint` : `${id}-error`}
            onChange={(event) => void choose(event)}
          />
        </label>
        {logo !== undefined && (
          <Button
            variant="quiet"
            onClick={() => {
              setProblem(undefined);
              onChange(undefined);
            }}
          >
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
      {shown !== undefined && <LogoPictures {...brand} src={shown} />}
    </div>
  );
}

type Drawn = { ok: true; logo: string } | { ok: false; problem: string };

/** The picture within a square, as WebP or PNG in Base64; or why it is not taken. */
async function draw(file: File): Promise<Drawn> {
  const texts = teamCopy.site.logo;
  if (!types.includes(file.type)) return { ok: false, problem: texts.otherType };
  if (file.size > maxBytes) return { ok: false, problem: texts.tooLarge(fileSize(file.size)) };
  // The parts of a WebP and of a PNG that say so, near their beginning.
  if (/^RIFF.{4}WEBP.*ANIM|^.PNG.*acTL/s.test(await textOf(file.slice(0, 4096))))
    return { ok: false, problem: texts.moves };
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    // An SVG can be drawn in any size, and may have none.
    if (file.type !== types[0] && Math.max(width, height) < logoLimits.minSide)
      return { ok: false, problem: texts.tooSmall(width, height) };
    const logo = logoLimits.sides
      .map((side) => encode(image, side))
      .find((text) => text.length <= logoLimits.maxLength);
    return logo === undefined ? { ok: false, problem: texts.tooDetailed } : { ok: true, logo };
  } catch {
    return { ok: false, problem: texts.damaged };
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function textOf(part: Blob): Promise<string> {
  return new TextDecoder("latin1").decode(await part.arrayBuffer());
}

function encode(image: HTMLImageElement, side: number): string {
  const [width, height] = [image.naturalWidth || side, image.naturalHeight || side];
  const scale = side / Math.max(width, height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const texts = ["image/webp", "image/png"].map((type) => canvas.toDataURL(type, 0.9).split(",")[1] ?? "");
  return texts.toSorted((a, b) => a.length - b.length)[0] ?? "";
}
