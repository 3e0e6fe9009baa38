const steps = [0xff, 0xcc, 0x99, 0x66, 0x33, 0];
const shades = [0xee, 0xdd, 0xbb, 0xaa, 0x88, 0x77, 0x55, 0x44, 0x22, 0x11];

/** The colours of a file that names none: a cube of colours without black, then shades of red, green, blue and grey. */
export const defaultPalette = (): readonly number[] => [
  0,
  ...steps
    .flatMap((red) => steps.flatMap((green) => steps.map((blue) => (red << 16) | (green << 8) | blue)))
    .slice(0, -1),
  ...[0x010000, 0x000100, 0x000001, 0x010101].flatMap((channels) => shades.map((shade) => channels * shade)),
];
