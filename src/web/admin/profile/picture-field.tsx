import { type ChangeEvent, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import { Button, buttonClass } from "#web/ui/buttons/button.tsx";
import { useObjectUrl } from "#web/ui/use-object-url.ts";

/** Pixels of a side; the server keeps fewer. */
const side = 192;
const maxBytes = 20_000_000;

/** A member's picture. It is drawn small in the browser, and sent as pixels. */
export function PictureField(props: {
  id: string;
  /** The picture in Base64. */
  picture: string | null;
  waits: boolean;
  error: string | undefined;
  onChange: (picture: string | null) => void;
}) {
  const { id, picture, waits, error, onChange } = props;
  const texts = teamCopy.profile;
  const [isUnreadable, setUnreadable] = useState(false);
  const shown = useObjectUrl(picture ?? undefined);

  async function choose({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = target.files ?? [];
    target.value = "";
    if (file === undefined) return;
    const drawn = file.size > maxBytes ? null : await draw(file);
    setUnreadable(drawn === null);
    if (drawn !== null) onChange(drawn);
  }

  const wrong = isUnreadable ? texts.unreadablePicture : error;
  return (
    <div className="field">
      <strong className="field-name" id={`${id}-label`}>
        {texts.picture}
      </strong>
      <div className="picture-field">
        {shown !== undefined && <img src={shown} alt={texts.currentPicture} width="48" height="48" />}
        <label className={buttonClass("secondary")}>
          {picture === null ? texts.choosePicture : texts.chooseOtherPicture}
          <input
            id={id}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            aria-invalid={wrong !== undefined || undefined}
            aria-describedby={wrong === undefined ? `${id}-hint` : `${id}-error`}
            onChange={(event) => void choose(event)}
          />
        </label>
        {picture !== null && (
          <Button variant="quiet" onClick={() => onChange(null)}>
            {teamCopy.forms.remove}
          </Button>
        )}
      </div>
      <p id={`${id}-hint`} className="hint">
        {waits ? texts.pictureWaits : texts.pictureHint}
      </p>
      {wrong !== undefined && (
        <p id={`${id}-error`} className="error">
          {wrong}
        </p>
      )}
    </div>
  );
}

/** The middle square of the picture, as JPEG in Base64; null if the browser cannot read it. */
async function draw(file: File): Promise<string | null> {
  try {
    const image = await createImageBitmap(file);
    const canvas = document.createElement("canvas");
    canvas.width = side;
    canvas.height = side;
    const part = Math.min(image.width, image.height);
    const [x, y] = [(image.width - part) / 2, (image.height - part) / 2];
    canvas.getContext("2d")?.drawImage(image, x, y, part, part, 0, 0, side, side);
    image.close();
    return canvas.toDataURL("image/jpeg", 0.85).split(",")[1] ?? null;
  } catch {
    return null;
  }
}
