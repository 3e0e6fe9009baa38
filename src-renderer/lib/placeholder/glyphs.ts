/** One stroke path per category, on a grid of 24. */
export const glyphs = {
  cube: 'M12 3 20 7.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  chair: 'M7 3v10h10V3M7 8h10M5.5 13h13M7 13v8M17 13v8',
  person: 'M12 3a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7M5 21c0-5 3-8 7-8s7 3 7 8',
  car: 'M3 16v-4l3-1 2-4h8l3 4 2 1v4zM7 14.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4M17 14.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4',
  building: 'M4 21V8l8-5v18M12 9l8 3v9M3 21h18M7.5 10v1M7.5 14v1M16 14v1',
  leaf: 'M5 19C4 10 10 4 20 4c0 10-6 16-15 15M5 19c3-5 6-8 10-10',
  paw: 'M12 12c3 0 5 3 5 5.5s-2 2.5-5 2.5-5 0-5-2.5 2-5.5 5-5.5M6 9v1M10 5v2M14 5v2M18 9v1',
  cup: 'M5 6h11v7a5 5 0 0 1-5 5h-1a5 5 0 0 1-5-5zM16 8h2a2 2 0 0 1 0 5h-2M4 21h13',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
  sword: 'M20 4h-4L7 13l4 4 9-9zM6 12l6 6M8 16l-4 4',
  wrench: 'M20 7a5 5 0 0 1-6.5 5L7 19a2 2 0 0 1-3-3l7-6.5A5 5 0 0 1 17 4l-3 3 3 3z',
  swatch: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18M12 3a13 13 0 0 1 0 18M3.5 9.5h17M3.5 14.5h17',
  spark: 'M12 2v6M12 16v6M2 12h6M16 12h6M6 6l3 3M15 15l3 3M18 6l-3 3M9 15l-3 3',
  shirt: 'M8 3 3 6l2 5 2-1v11h10V10l2 1 2-5-5-3a4 4 0 0 1-8 0',
  box: 'M4 8h16v12H4zM3 4h18v4H3zM10 12h4',
} as const;

export type GlyphName = keyof typeof glyphs;
