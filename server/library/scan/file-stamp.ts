import { hash } from 'node:crypto';
import { topologyOf } from '../../catalogue/model/models.ts';
import { formatOf } from '../../contract/formats.ts';
import { GivenFields } from '../../contract/model-fields.ts';
import type { DiskFile } from './list-model.ts';

/** Another one when the same bytes are to be read otherwise, or a field of product.json joins: every library is read anew. */
const readingVersion = `2:${Object.keys(GivenFields.shape).join()}`;

const describeFile = (file: DiskFile) => `${file.relativePath}:${file.sizeBytes}:${file.modifiedNs}`;

/** Equal for two looks at a folder between which no file was changed. The sidecar comes last, as it is written by us. */
export function toFolderStamp(files: readonly DiskFile[], priceCents: number, sidecar: DiskFile | null) {
  const text = `${readingVersion}:${priceCents}\n${files.map(describeFile).join('\n')}`;
  return joinSidecar(hash('sha256', text, 'base64url'), sidecar?.modifiedNs ?? null);
}

const joinSidecar = (digest: string, sidecar: string | null) => `${digest}/${sidecar ?? ''}`;

/** The stamp of the same folder once its sidecar was written. */
export const withSidecar = (stamp: string, sidecar: string) =>
  joinSidecar(stamp.slice(0, stamp.indexOf('/')), sidecar);

/** The stamp of a folder whose sidecar is still to be written, so that another scan makes up for it. */
export const withoutSidecarYet = (stamp: string) => `${stamp}?`;

/** A glTF is judged together with the files beside it, so a change of one of them is a change of it. */
export function createFileStamper(files: readonly DiskFile[]) {
  const digests = new Map<string, string>();
  const digestOf = (topology: string) => {
    const siblings = files.filter((file) => topologyOf(file.relativePath) === topology);
    const digest =
      siblings.length === 1 ? '' : hash('sha256', siblings.map(describeFile).join('\n'), 'base64url');
    digests.set(topology, digest);
    return digest;
  };
  return (file: DiskFile): string => {
    const own = `${file.sizeBytes}:${file.modifiedNs}`;
    if (!/^gl(tf|b)$/.test(formatOf(file.relativePath))) return own;
    const topology = topologyOf(file.relativePath);
    return `${own}:${digests.get(topology) ?? digestOf(topology)}`;
  };
}
