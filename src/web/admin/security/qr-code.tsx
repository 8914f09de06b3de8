/** A QR code from the SVG path of its dark squares, quiet zone included. */
export function QrCode({ size, path, label }: { size: number; path: string; label: string }) {
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
