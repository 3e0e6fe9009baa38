/** Announced by screen readers whenever the text changes; invisible. */
export function LiveRegion({ text }: { readonly text: string }) {
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {text}
    </div>
  );
}
