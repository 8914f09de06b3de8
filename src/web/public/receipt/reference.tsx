/** An inquiry's reference, readable by eye and by screen reader. */
export function Reference({ reference }: { reference: string }) {
  return (
    <strong
      className="reference"
      role="img"
      aria-label={`Reference: ${reference.replace("-", "").split("").join(" ")}`}
    >
      {reference}
    </strong>
  );
}
