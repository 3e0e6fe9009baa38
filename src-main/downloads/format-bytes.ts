const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** `1234567` → `1.2 MB`; decimal units, as file managers show them. */
export function formatBytes(bytes: number): string {
  const exponent = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** exponent;
  return `${exponent === 0 ? value : value.toFixed(1)} ${units[exponent] ?? 'bytes'}`;
}
