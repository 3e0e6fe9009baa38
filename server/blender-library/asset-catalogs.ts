import { createHash } from 'node:crypto';

type Filed = { readonly category: string; readonly subcategory: string };

/** Blender's catalogs use colons and slashes as separators. */
const toCatalogName = (text: string) => text.replace(/[\s:/]+/g, ' ').trim();

export const toCatalogPath = ({ category, subcategory }: Filed) =>
  [category, subcategory].map(toCatalogName).filter(Boolean).join('/') || 'Uncategorised';

/** The same UUID for the same path, in every listing and file. */
export function toCatalogUuid(path: string): string {
  const hex = createHash('sha256').update(`lodestock catalog ${path}`).digest('hex');
  const variant = (Number.parseInt(hex.charAt(16), 16) & 3) | 8;
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `${variant.toString(16)}${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

export const toCatalogId = (model: Filed) => toCatalogUuid(toCatalogPath(model));
