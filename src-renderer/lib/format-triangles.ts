import { perLanguage, t } from '../text/text.ts';
import { formatCount } from './format-count.ts';

const brief = perLanguage((language) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }));

/** Exact below 10,000, rounded above: `6,952`, `98k`, `1.2M`. */
export function formatTriangles(triangles: number): string {
  if (triangles < 10_000) return formatCount(triangles);
  if (triangles < 999_500) return formatThousands(triangles);
  const millions = triangles / 1_000_000;
  const rounded = millions < 9.95 ? millions : Math.round(millions);
  return t('units.triangles.millions', { value: brief().format(rounded) });
}

/** To whole thousands: `5k` for what is at or next to 5,000. */
export function roundTriangles(triangles: number): string {
  return triangles < 999_500 ? formatThousands(triangles) : formatTriangles(triangles);
}

function formatThousands(triangles: number): string {
  return t('units.triangles.thousands', { value: formatCount(Math.round(triangles / 1000)) });
}

/** With its noun: `1 triangle`, `6,952 triangles`. */
export const describeTriangles = (count: number) =>
  t('units.triangles.long', { count, triangles: formatTriangles(count) });

/** With its noun in short: `1 tri`, `98k tris`. */
export const shortenTriangles = (count: number) =>
  t('units.triangles.short', { count, triangles: formatTriangles(count) });
