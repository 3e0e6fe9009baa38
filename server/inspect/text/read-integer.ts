const minus = 45;
const plus = 43;
const zero = 48;

/** The integer whose digits start at `start`, or null if there are none before `end`. */
export function readInteger(bytes: Uint8Array, start: number, end: number): number | null {
  const sign = bytes[start];
  const first = sign === minus || sign === plus ? start + 1 : start;
  let value = 0;
  let at = first;
  for (; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - zero;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  if (at === first) return null;
  return sign === minus ? -value : value;
}
