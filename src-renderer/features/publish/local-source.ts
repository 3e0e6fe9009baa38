import { viewRankOf } from '../../../server/contract/catalogue/formats.ts';
import type { ModelSource } from '../../viewer/viewer.ts';

type Local = { readonly relativePath: string; readonly sizeBytes: number };

const formatOf = ({ relativePath }: Local) => relativePath.split('.').at(-1)?.toLowerCase() ?? '';

/** Picks the file of a model to preview: the lightest one in the best supported format. */
export function chooseScene<File extends Local>(files: readonly File[]): File | null {
  const rank = (file: File) => viewRankOf(formatOf(file)) ?? Number.POSITIVE_INFINITY;
  const [best] = files
    .filter((file) => Number.isFinite(rank(file)))
    .toSorted((a, b) => rank(a) - rank(b) || a.sizeBytes - b.sizeBytes);
  return best ?? null;
}

/** Creates addresses for files on the user's computer, valid until `close`. */
export function openLocalSource(
  scene: Local,
  files: readonly Local[],
  blobOf: (relativePath: string) => Blob | null,
): { readonly source: ModelSource; readonly close: () => void } {
  const addresses: string[] = [];
  const open = (relativePath: string) => {
    const address = URL.createObjectURL(blobOf(relativePath) ?? new Blob());
    addresses.push(address);
    return address;
  };
  return {
    source: {
      address: open(scene.relativePath),
      format: formatOf(scene),
      relativePath: scene.relativePath,
      siblings: files
        .filter((file) => file !== scene)
        .map(({ relativePath }) => ({ relativePath, url: open(relativePath) })),
    },
    close: () => addresses.forEach(URL.revokeObjectURL),
  };
}
