import { perLanguage, t } from '../text/text.ts';
import { formatCount } from './format-count.ts';

const brief = perLanguage((language) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }));

/** Formats exactly below 10,000, rounded above: `6,952`, `98k`, `1.2M`. */
export function formatTriangles(triangles: number): string {
  if (triangles < 10_000) return formatCount(triangles);
  if (triangles < 999_500) return formatThousands(triangles);
  const millions = triangles / 1_000_000;
  const rounded = millions < 9.95 ? millions : Math.round(millions);
  return t('units.triangles.millions', { value: brief().format(rounded) });
}

/** Rounds to thousands: `5k` at or next to 5,000. */
export function roundTriangles(triangles: number): string {
  return triangles < 999_500 ? formatThousands(triangles) : formatTriangles(triangles);
}

function formatThousands(triangles: number): string {
  return t('units.triangles.thousands', { value: formatCount(Math.round(triangles / 1000)) });
}

/** Formats with the noun: `1 triangle`, `6,952 triangles`. */
export const describeTriangles = (count: number) =>
  t('units.triangles.long', { count, triangles: formatTriangles(count) });

/** Formats with the short noun: `1 tri`, `98k tris`. */
export const shortenTriangles = (count: number) =>
  t('units.triangles.short', { count, triangles: formatTriangles(count) });
