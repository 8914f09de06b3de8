import { copy } from "#copy/current.ts";
import { attachmentLimits, chosenTypes, imageSide } from "#domain/inquiries/attachment.ts";

const quality = 0.8;

/**
 * Makes files ready to be sent, as many as fit with those `before`. `problem` says why others are left out.
 */
export async function readyFiles(
  before: number,
  fresh: readonly File[],
): Promise<{ ready: readonly File[]; problem: string | undefined }> {
  const room = attachmentLimits.count - before;
  const ready: File[] = [];
  const problems: string[] = [];
  for (const file of fresh.slice(0, room)) {
    const result = await readyFile(file);
    if (typeof result === "string") problems.push(result);
    else ready.push(result);
  }
  const left = fresh.slice(room).map(({ name }) => name);
  if (left.length > 0) problems.push(copy.files.tooMany(attachmentLimits.count, left.join(", ")));
  return { ready, problem: problems.length === 0 ? undefined : problems.join(" ") };
}

/** The file in memory, an image made small; or why it cannot be sent. */
async function readyFile(file: File): Promise<File | string> {
  const { name, type } = file;
  const isHeic = /hei[cf]$/i.test(type) || /\.hei[cf]$/i.test(name);
  const canBeSent = chosenTypes.some((known) => known === type);
  const small = isHeic || type.startsWith("image/") ? await smallImage(file).catch(() => undefined) : undefined;
  if (small !== undefined && (!canBeSent || small.size < file.size)) return fileOf(small, name);
  if (isHeic) return copy.files.heic(name);
  if (!canBeSent) return copy.files.wrongType(name);
  if (file.size > attachmentLimits.bytes) return copy.files.tooLarge(name, attachmentLimits.megabytes);
  try {
    // A copy: what is on the disk may change, or be gone when it is sent again.
    const bytes = await file.arrayBuffer();
    return bytes.byteLength === 0 ? copy.files.unreadable(name) : fileOf(new Blob([bytes], { type }), name);
  } catch {
    return copy.files.unreadable(name);
  }
}

function fileOf(blob: Blob, name: string): File {
  return new File([blob], name, { type: blob.type });
}

/** @throws if this browser cannot open the image */
async function smallImage(file: File): Promise<Blob | undefined> {
  const image = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, imageSide / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext("2d");
  if (context === null) return undefined;
  // JPEG knows no transparency.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  // A browser that cannot encode a type makes a PNG.
  const webp = await encoded(canvas, "image/webp");
  const blob = webp?.type === "image/webp" ? webp : await encoded(canvas, "image/jpeg");
  return blob !== undefined && blob.size <= attachmentLimits.bytes ? blob : undefined;
}

function encoded(canvas: HTMLCanvasElement, type: string): Promise<Blob | undefined> {
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), type, quality));
}
