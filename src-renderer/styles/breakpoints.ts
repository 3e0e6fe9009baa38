/**
 * Widths at which pages change, in px of text of the usual size: where a person reads larger text, pages change earlier.
 * Style sheets ask for them by name, as in `@media (--narrow)`.
 */
export const breakpoints = {
  phone: 560,
  stacked: 600,
  narrow: 720,
  'one-column': 860,
  wordless: 1100,
} as const;

/** For media queries, where 1rem is the browser's own text size. */
export const toEm = (width: number) => width / 16;

/** Whether the window is now narrower than that. */
export const isNarrowerThan = (name: keyof typeof breakpoints) =>
  matchMedia(`(max-width: ${toEm(breakpoints[name])}em)`).matches;
