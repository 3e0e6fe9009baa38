import { isKnownFormat } from './formats.ts';

const listOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Scenes of engines and programs that no other program opens. */
export const otherScenes = listOf(
  `uasset umap prefab unity tscn scn psa bvh mdd pc2 xyz lys lyt chitubox mesh gltfz pk3 xaml`,
);
/** Pictures, materials and caches that Lodestock does not read, but scenes refer to. */
const carried = listOf(
  `avif heic heif iff jp2 jxl pbm pcx pgm pic pict pnm ppm rat rgb rgba sgi tx xcf
  mat material mtlx cube icc ies lut bphys mc mcx vdb`,
);

const documents = listOf('txt html');

/** True for formats that are listed as files of their folder, but never delivered with a scene that refers to them. */
export const isDocument = (format: string) => documents.has(format);

/**
 * True if files of a format are delivered with a scene that needs them: other scenes, pictures, materials, buffers and
 * caches. Programs, links, scripts, documents and unknown formats never are.
 */
export const travels = (format: string) =>
  !isDocument(format) && (isKnownFormat(format) || otherScenes.has(format) || carried.has(format));
