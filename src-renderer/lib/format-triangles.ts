import { formatCount } from './format-count.ts';

/** Exact below 10,000, rounded above: `6,952`, `98k`, `1.2M`. */
export function formatTriangles(triangles: number): string {
  if (triangles < 10_000) return formatCount(triangles);
  if (triangles < 999_500) return `${Math.round(triangles / 1000)}k`;
  const millions = triangles / 1_000_000;
  return `${millions.toFixed(millions < 9.95 ? 1 : 0).replace(/\.0$/, '')}M`;
}

/** With its noun: `1 triangle`, `6,952 triangles`. */
export const describeTriangles = (triangles: number) =>
  `${formatTriangles(triangles)} ${triangles === 1 ? 'triangle' : 'triangles'}`;

/** With its noun in short: `1 tri`, `98k tris`. */
export const shortenTriangles = (triangles: number) =>
  `${formatTriangles(triangles)} ${triangles === 1 ? 'tri' : 'tris'}`;
