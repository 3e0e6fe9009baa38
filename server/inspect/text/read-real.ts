const [minus, plus, comma, point, zero, letterE] = [45, 43, 44, 46, 48, 101];

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= zero && byte <= zero + 9;

/** The number from `start` to `end`, with a decimal point or a decimal comma; NaN if there is none. */
export function readReal(bytes: Uint8Array, start: number, end: number): number {
  const first = bytes[start] === minus || bytes[start] === plus ? start + 1 : start;
  let at = first;
  let value = 0;
  for (; at < end && isDigit(bytes[at]); at += 1) value = value * 10 + (bytes[at] ?? 0) - zero;
  const dot = bytes[at] === point || bytes[at] === comma ? at : end;
  if (dot < end) at += 1;
  for (; at < end && isDigit(bytes[at]); at += 1) value = value * 10 + (bytes[at] ?? 0) - zero;
  const decimals = Math.max(0, at - dot - 1);
  if (at === first || (dot === first && decimals === 0)) return Number.NaN;
  const isScaled = at < end && ((bytes[at] ?? 0) | 32) === letterE;
  const exponent = (isScaled ? readReal(bytes, at + 1, end) : 0) - decimals;
  const real = exponent < 0 ? value / 10 ** -exponent : value * 10 ** exponent;
  return bytes[start] === minus ? -real : real;
}
