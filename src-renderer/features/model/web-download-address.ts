import type { SceneFile } from './file-choice.ts';

type FileKey = Pick<SceneFile, 'guid' | 'format' | 'lod' | 'relativePath'>;

/** The server's browser route for one exact file. */
export function toFileAddress({ guid, format, lod, relativePath }: FileKey): string {
  const path = `/download/${encodeURIComponent(guid)}/format/${encodeURIComponent(format)}`;
  return `${path}?${new URLSearchParams({ lod, relativePath })}`;
}

/** A ZIP of the textures, or of everything, in the file's topology folder. */
export function toArchiveAddress(
  kind: 'textures' | 'all',
  { guid, format, lod, relativePath }: FileKey,
): string {
  const query = new URLSearchParams({ ext: format, lod, relativePath });
  return `/download/${encodeURIComponent(guid)}/${kind}?${query}`;
}
