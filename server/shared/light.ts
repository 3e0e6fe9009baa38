/** A channel from 0 to 1 of a colour as screens show it, as light. */
export const toLight = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
/** The other way round. */
export const toScreen = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
