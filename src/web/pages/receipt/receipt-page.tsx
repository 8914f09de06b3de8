export function ReceiptPage() {
  return (
    <section className="narrow">
      <h1>Your message</h1>
    </section>
  );
}
