import type { ModelColour } from '../../contract/limits.ts';
import { toLight } from '../../shared/light.ts';

/** An Oklab colour in polar form: lightness 0 to 1, chroma 0 to about 0.37, hue in degrees. */
type Polar = { readonly lightness: number; readonly chroma: number; readonly hue: number };

const linear = Float64Array.from({ length: 256 }, (_, channel) => toLight(channel / 255));

/** sRGB (0 to 255) to Oklab: lightness, green to red, blue to yellow. */
export function toOklab(red: number, green: number, blue: number): readonly [number, number, number] {
  const [r, g, b] = [linear[red] ?? 0, linear[green] ?? 0, linear[blue] ?? 0];
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

function toPolar(red: number, green: number, blue: number): Polar {
  const [lightness, a, b] = toOklab(red, green, blue);
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  return { lightness, chroma: Math.hypot(a, b), hue: (degrees + 360) % 360 };
}

/** Dark colours need more chroma to look coloured, and dark blue most. */
const leastChroma = ({ lightness, hue }: Polar) => {
  if (lightness < 0.3) return hue > 230 && hue < 330 ? 0.06 : 0.045;
  return lightness > 0.9 ? 0.045 : 0.035;
};

function nameGrey({ lightness }: Polar): ModelColour {
  if (lightness < 0.33) return 'black';
  return lightness > 0.87 ? 'white' : 'grey';
}

function nameReddish({ lightness, chroma, hue }: Polar): ModelColour {
  if (hue < 12 || hue >= 345) return lightness > 0.62 ? 'pink' : 'red';
  if (lightness > 0.74 && chroma < 0.15) return 'pink';
  return lightness < 0.62 && chroma < 0.09 ? 'brown' : 'red';
}

/** Orange is bright and strong, and in shade still stronger than wood; everything else is brown. */
function nameOrangish({ lightness, chroma }: Polar): ModelColour {
  if (lightness > 0.86 && chroma < 0.06) return 'white';
  const isStrong = lightness >= 0.64 ? chroma >= 0.11 : lightness >= 0.56 && chroma >= 0.125;
  return isStrong ? 'orange' : 'brown';
}

function nameYellowish({ lightness, chroma, hue }: Polar): ModelColour {
  if (lightness > 0.88 && chroma < 0.06) return 'white';
  if (lightness < 0.66) return hue < 100 ? 'brown' : 'green';
  return chroma < 0.07 && hue < 100 ? 'brown' : 'yellow';
}

function namePurplish({ lightness, hue }: Polar): ModelColour {
  if (hue >= 335) return lightness > 0.5 ? 'pink' : 'purple';
  return hue > 310 && lightness > 0.74 ? 'pink' : 'purple';
}

/** Upper hue of each sector, starting from red. */
const parts: readonly (readonly [end: number, name: (colour: Polar) => ModelColour])[] = [
  [40, nameReddish],
  [84, nameOrangish],
  [117, nameYellowish],
  [192, () => 'green'],
  [286, () => 'blue'],
  [345, namePurplish],
  [360, nameReddish],
];

/** Names an sRGB colour (0 to 255) by one of Berlin and Kay's eleven basic terms. */
export function nameColour(red: number, green: number, blue: number): ModelColour {
  const colour = toPolar(red, green, blue);
  if (colour.chroma < leastChroma(colour)) return nameGrey(colour);
  if (colour.lightness < 0.2 && colour.chroma < 0.1) return 'black';
  return parts.find(([end]) => colour.hue < end)?.[1](colour) ?? 'red';
}
