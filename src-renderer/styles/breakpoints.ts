/** Widths at which pages change, in px; style sheets ask for them by name, as in `@media (--narrow)`. */
export const breakpoints = { phone: 560, stacked: 600, narrow: 720, 'one-column': 860 } as const;
