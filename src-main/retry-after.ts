/**
 * How many seconds an answer asks to wait in its header; null when it does not say. Dates are too rare to be worth reading.
 */
export function readRetryAfterHeader(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): number | null {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
