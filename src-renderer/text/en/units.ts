/** Sizes, times, counts and prices. */
export const units = {
  bytes: {
    bytes_one: '{{count, number}} byte',
    bytes_other: '{{count, number}} bytes',
    kilobytes: '{{value}} KB',
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
  free: 'Free',
  justNow: 'just now',
  motion: {
    animated: 'animated',
    animatedAndRigged: 'animated, rigged',
    static: 'static',
    staticAndRigged: 'static, rigged',
  },
  onceOnly: '{{price}} once',
  freeThenOnce: '1k free, the rest {{price}} once',
  perSecond: '{{size}}/s',
  triangles: {
    thousands: '{{value}}k',
    millions: '{{value}}M',
    long_one: '{{triangles}} triangle',
    long_other: '{{triangles}} triangles',
    short_one: '{{triangles}} tri',
    short_other: '{{triangles}} tris',
  },
} as const;
