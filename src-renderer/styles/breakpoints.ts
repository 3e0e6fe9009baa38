/**
 * Widths at which pages change, in px at the default font size: with larger text, pages change earlier. Style sheets
 * use them by name, as in `@media (--narrow)`.
 */
export const breakpoints = {
  phone: 560,
  stacked: 600,
  narrow: 720,
  'one-column': 860,
  wordless: 1100,
} as const;

/** For media queries, in which 1rem is the browser's default font size. */
export const toEm = (width: number) => width / 16;

/** True if the window is narrower than this breakpoint. */
export const isNarrowerThan = (name: keyof typeof breakpoints) =>
  matchMedia(`(max-width: ${toEm(breakpoints[name])}em)`).matches;
