import type { units as english } from '../en/units.ts';
import type { Translated } from '../translated.ts';

/** Sizes, times, counts and prices. */
export const units: Translated<typeof english> = {
  bytes: {
    bytes_one: '{{count, number}} Byte',
    bytes_other: '{{count, number}} Byte',
    kilobytes: '{{value}} kB',
    megabytes: '{{value}} MB',
    gigabytes: '{{value}} GB',
    terabytes: '{{value}} TB',
  },
  duration: {
    seconds: '{{seconds}} s',
    minutes: '{{minutes}} min',
    minutesAndSeconds: '{{minutes}} min {{seconds}} s',
    hours: '{{hours}} h',
    hoursAndMinutes: '{{hours}} h {{minutes}} min',
  },
  free: 'Kostenlos',
  justNow: 'gerade eben',
  length: { cm: '{{length}} cm', m: '{{length}} m', mm: '{{length}} mm', units: '{{length}} Einheiten' },
  materials_one: '{{count, number}} Material',
  materials_other: '{{count, number}} Materialien',
  motion: {
    animated: 'animiert',
    animatedAndRigged: 'animiert, geriggt',
    static: 'statisch',
    staticAndRigged: 'statisch, geriggt',
  },
  onceOnly: '{{price}} einmalig',
  freeThenOnce: '1k kostenlos, der Rest {{price}} einmalig',
  pixels: '{{count, number}} px',
  perSecond: '{{size}}/s',
  textures_one: '{{count, number}} Textur',
  textures_other: '{{count, number}} Texturen',
  triangles: {
    thousands: '{{value}}k',
    millions: '{{value}} Mio.',
    long_one: '{{triangles}} Dreieck',
    long_other: '{{triangles}} Dreiecke',
    short_one: '{{triangles}} Tri',
    short_other: '{{triangles}} Tris',
  },
};
