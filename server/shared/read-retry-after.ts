/** Returns the seconds until the number or date of a Retry-After header, or null. */
export function readRetryAfter(header: string | readonly string[] | undefined, now: number): number | null {
  const text = String(header ?? '').trim();
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
