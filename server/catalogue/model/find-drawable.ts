import { hash } from 'node:crypto';
import { posterRankOf } from '../../contract/catalogue/formats.ts';
import type { InventoryFile } from './models.ts';

/** True for formats whose triangles can also be read without a browser (server/inspect/sketch). */
const isShaped = (format: string) => posterRankOf(format) !== null;
/** Formats that can contain a picture. */
const picturedFormats = ['blend', '3mf', 'usdz', 'max', 'skp'];
export const bringsPicture = (format: string) => picturedFormats.includes(format);
const tagSigns = 16;

/** Returns the files whose shape can be read, fastest first. */
export const findShaped = (files: readonly InventoryFile[]): readonly InventoryFile[] =>
  files
    .filter(
      ({ role, format, triangles, derived }) => role === 'scene' && !derived && triangles && isShaped(format),
    )
    .sort((a, b) => rankOf(a) - rankOf(b) || a.sizeBytes - b.sizeBytes);

/** Returns the files from which a small picture can be drawn, fastest first, then those that may contain one. */
export const findDrawable = (files: readonly InventoryFile[]): readonly InventoryFile[] =>
  files
    .filter(
      ({ role, format, triangles, derived }) =>
        role === 'scene' && !derived && ((isShaped(format) && triangles) || bringsPicture(format)),
    )
    .sort(
      (a, b) =>
        Number(bringsPicture(a.format)) - Number(bringsPicture(b.format)) ||
        rankOf(a) - rankOf(b) ||
        a.sizeBytes - b.sizeBytes,
    );

const rankOf = ({ format }: InventoryFile) => posterRankOf(format) ?? 0;

/** Returns a tag that is unique to the picture of these files; null if none can be drawn. */
export function sketchTagOf(files: readonly InventoryFile[]): string | null {
  if (findDrawable(files).length === 0) return null;
  return hash('sha256', files.map(({ sha256 }) => sha256).join(), 'hex').slice(0, tagSigns);
}
