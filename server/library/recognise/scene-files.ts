import { formatOf, isKnownFormat, isNativeFormat, roleOf } from '../../contract/catalogue/formats.ts';
import { otherScenes } from '../../contract/catalogue/travelling-kinds.ts';
import { sentence, type Words } from '../../contract/sentence.ts';
import { toWords } from '../../shared/to-words.ts';
import { textureArchiveWord } from './folder-kinds.ts';

const archives = new Set('7z rar cab tar tgz tbz tbz2 txz zipx sit sitx ace arj lzh lha alz'.split(' '));
/** One part of a split archive. */
const archivePart = /\.(?:(?:7z|zip|rar|tar)\.\d{2,4}|part\d+\.rar|[rz]\d{2})$/i;
/** Creo puts a part's version after the extension. */
const counted = /\.(?:prt|asm)\.\d{1,4}$/i;
/** A single compressed file, treated as an archive or a model. */
const compressed = /\.(?:gz|bz2|xz|zst)$/i;
export const isScene = (path: string) => roleOf(formatOf(path)) === 'scene';
/** True for formats in which a scene can be composed of others. */
export const isComposed = (path: string) => /\.usd[ac]?$/i.test(path);
export const isTexture = (path: string) => roleOf(formatOf(path)) === 'texture';
/** True for a format of a single program. Its triangles do not decide the level: others are exported from it. */
export const isNative = (path: string) => isNativeFormat(formatOf(path));

export const isArchive = (path: string) => /\.zip$/i.test(path);

/** True for archives whose name marks them as textures; they are unpacked as a folder beside the scenes. */
export const isTextureArchive = (path: string) =>
  isArchive(path) && textureArchiveWord.test(toWords(path.slice(path.lastIndexOf('/') + 1, -'.zip'.length)));

const notUnpacked = 'Only ZIP archives are unpacked. Unpack it into a folder here.';

const partNotUnpacked =
  'It is one part of a split archive, and those are not unpacked. Unpack it into a folder here.';
const unknown = (format: string) =>
  sentence`Lodestock does not support the file type .${{ type: format }}. Also export the model as GLB or FBX.`;

/** Returns why a file that holds a model, or seems to, is left out, with the next step; null for all other files. */
export function whyLeftOut(path: string): Words | null {
  const format = formatOf(path);
  if (isKnownFormat(format)) return null;
  if (archivePart.test(path)) return partNotUnpacked;
  if (archives.has(format)) return notUnpacked;
  const packed = path.replace(compressed, '');
  if (packed !== path) return isScene(packed) || whyLeftOut(packed) !== null ? notUnpacked : null;
  if (counted.test(path)) return unknown(formatOf(path.slice(0, path.lastIndexOf('.'))));
  return otherScenes.has(format) ? unknown(format) : null;
}
