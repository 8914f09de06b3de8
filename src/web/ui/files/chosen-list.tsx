import { copy } from "#copy/current.ts";
import { useEffect, useRef, useState } from "react";
import { Button } from "../buttons/button.tsx";
import { fileSize } from "#domain/file-size.ts";
import { Icon } from "../icon.tsx";
import "./chosen-list.css";

/** The chosen files, each with a button that removes it. `progress`: what part of them is sent, 0 to 1. */
export function ChosenList(props: {
  files: readonly File[];
  onRemove: (file: File) => void;
  progress?: number | undefined;
}) {
  const { files, onRemove, progress } = props;
  if (files.length === 0) return null;
  return (
    <>
      <ul className="chosen-files">
        {files.map((file, place) => (
          <li key={`${place} ${file.name} ${file.size}`}>
            <Preview file={file} />
            <span className="chosen-name">
              <bdi>{file.name}</bdi> <span className="soft">{fileSize(file.size)}</span>
            </span>
            {progress === undefined && (
              <Button
                variant="secondary"
                size="small"
                aria-label={copy.files.removeOf(file.name)}
                onClick={() => onRemove(file)}
              >
                {copy.files.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {progress !== undefined && (
        <div className="chosen-progress">
          <progress aria-label={copy.files.upload} value={progress} />
          <p className="hint" role="status">
            {copy.files.sending} <Waiting key={progress} />
          </p>
        </div>
      )}
    </>
  );
}

/** Milliseconds without any progress after which the files count as waiting. */
const waitingAfter = 4000;

/** Says that the files wait, for one `progress` that lasts. */
function Waiting() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), waitingAfter);
    return () => clearTimeout(timer);
  }, []);
  return isLong ? copy.files.waiting : null;
}

const side = 96;

async function draw(file: File, canvas: HTMLCanvasElement): Promise<void> {
  const image = await createImageBitmap(file);
  const part = Math.min(image.width, image.height);
  const left = (image.width - part) / 2;
  canvas.getContext("2d")?.drawImage(image, left, 0, part, part, 0, 0, side, side);
  image.close();
}

/** Drawn: the site's policy allows pictures only from the server. */
function Preview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isImage = file.type.startsWith("image/");
  useEffect(() => {
    // One that this browser cannot open has an empty preview.
    if (isImage && canvas.current !== null) draw(file, canvas.current).catch(() => undefined);
  }, [file, isImage]);
  if (isImage) return <canvas ref={canvas} width={side} height={side} aria-hidden="true" />;
  return (
    <span className="chosen-icon">
      <Icon name="page" />
    </span>
  );
}
