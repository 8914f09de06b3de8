import { type CSSProperties, useEffect, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import { logoGround } from "#domain/logo-ground.ts";

/** Shows how the logo will look as the site's icon and in the preview of a link, as `server/documents` draws them. */
export function LogoPictures({ src, name, color }: { src: string; name: string; color: string }) {
  const texts = teamCopy.site.logo;
  const [ground, setGround] = useState("#ffffff");
  useEffect(() => {
    let isCurrent = true;
    groundOf(src, color).then(
      (found) => isCurrent && setGround(found),
      // A picture that cannot be read keeps the white ground.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [src, color]);
  const logo = <img src={src} alt="" />;
  const colors = { "--picture-ground": ground, "--picture-color": color } as CSSProperties;
  return (
    <div className="logo-pictures" role="group" aria-label={texts.pictures} style={colors}>
      <figure>
        <div className="logo-tab" aria-hidden="true">
          {logo} <span>{name}</span>
        </div>
        <figcaption className="hint">{texts.inTab}</figcaption>
      </figure>
      <figure>
        <div className="logo-plate" aria-hidden="true">
          {logo}
        </div>
        <figcaption className="hint">{texts.onPhone}</figcaption>
      </figure>
      <figure>
        <div className="logo-link" aria-hidden="true">
          <div className="logo-plate">{logo}</div>
          <span>{name}</span>
        </div>
        <figcaption className="hint">{texts.inLink}</figcaption>
      </figure>
    </div>
  );
}

async function groundOf(src: string, color: string): Promise<string> {
  const image = new Image();
  image.src = src;
  await image.decode();
  const side = 64;
  const canvas = new OffscreenCanvas(side, side).getContext("2d");
  canvas?.drawImage(image, 0, 0, side, side);
  return logoGround(canvas?.getImageData(0, 0, side, side).data ?? [], color);
}
