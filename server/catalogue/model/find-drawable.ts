import { hash } from 'node:crypto';
import { posterRankOf } from '../../contract/catalogue/formats.ts';
import type { InventoryFile } from './models.ts';

/** Their triangles are read without a browser, too (server/inspect/sketch). */
const isShaped = (format: string) => posterRankOf(format) !== null;
/** Formats that may bring a picture of their own. */
const picturedFormats = ['blend', '3mf', 'usdz', 'max', 'skp'];
export const bringsPicture = (format: string) => picturedFormats.includes(format);
const tagSigns = 16;

/** The files of a model whose shape can be read, what is read fastest first. */
export const findShaped = (files: readonly InventoryFile[]): readonly InventoryFile[] =>
  files
    .filter(
      ({ role, format, triangles, derived }) => role === 'scene' && !derived && triangles && isShaped(format),
    )
    .sort((a, b) => rankOf(a) - rankOf(b) || a.sizeBytes - b.sizeBytes);

/** The files of a model that a small picture can be drawn of, what is read fastest first; then those that may bring one. */
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

/** Names the picture of these files, and no other; null where none can be drawn. */
export function sketchTagOf(files: readonly InventoryFile[]): string | null {
  if (findDrawable(files).length === 0) return null;
  return hash('sha256', files.map(({ sha256 }) => sha256).join(), 'hex').slice(0, tagSigns);
}
