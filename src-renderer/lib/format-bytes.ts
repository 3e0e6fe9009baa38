const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** Decimal units, three digits at most: `2.4 MB`. */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  if (unit === 0) return value === 1 ? '1 byte' : `${Math.round(value)} bytes`;
  return `${value.toFixed(value >= 99.95 || value === Math.trunc(value) ? 0 : 1)} ${units[unit]}`;
}
