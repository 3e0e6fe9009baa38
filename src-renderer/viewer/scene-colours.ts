/** Colours of pictures drawn into 3D scenes: the same in every theme, as a scene has its own light. */

/** Background and text of labels in a scene. */
export const labelColours = { ground: 'rgb(20 22 26 / 85%)', ink: '#fff' } as const;

/** A square of the checker pattern, by position; light squares have dark letters. */
export const checker = {
  square: ({ hue, row, isLight }: { hue: number; row: number; isLight: boolean }) =>
    `hsl(${hue} ${isLight ? 45 : 55}% ${isLight ? 82 - row * 2 : 52 - row * 2}%)`,
  ink: (isLight: boolean) => (isLight ? '#0009' : '#fffc'),
} as const;

/** A ball of satin clay under one lamp, from its light to its dark side. */
export const matcap = {
  ground: '#1d1b1c',
  stops: [
    [0, '#fbf3ea'],
    [0.14, '#e9d8c8'],
    [0.5, '#a8846e'],
    [0.84, '#4b3a37'],
    [1, '#2b2527'],
  ],
} as const;
