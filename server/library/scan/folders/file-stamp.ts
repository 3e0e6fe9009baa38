import { hash } from 'node:crypto';
import { formatOf, isGltf, readingOf } from '../../../contract/catalogue/formats.ts';
import { GivenFields } from '../../../contract/catalogue/model-fields.ts';
import { topologyOf } from '../../../contract/relative-path.ts';
import type { FolderRules } from '../../corrections/rules.ts';
import { isComposed, isTexture } from '../../recognise/scene-files.ts';
import type { DiskFile } from './look-at-files.ts';

/** Changes when a version reads or recognises differently, or extends product.json: all libraries are read again. */
const readingVersion = `10:${Object.keys(GivenFields.shape).join()}`;

const describeFile = (file: DiskFile) => `${file.relativePath}:${file.sizeBytes}:${file.mark}`;

type Told = {
  readonly priceCents: number | null;
  readonly folderRules: FolderRules | null;
  /** True if the sibling folders hold one model each. */
  readonly isAmongOnes?: boolean;
};

/** Returns a folder's stamp, which only changes with a file. The sidecar comes last because the scan writes it. */
export function toFolderStamp(
  files: readonly DiskFile[],
  { priceCents, folderRules, isAmongOnes = false }: Told,
  sidecar: DiskFile | null,
) {
  const rules = `${folderRules === null ? '' : JSON.stringify(folderRules)}${isAmongOnes ? ':one' : ''}`;
  const text = `${readingVersion}:${priceCents}${rules}\n${files.map(describeFile).join('\n')}`;
  return joinSidecar(hash('sha256', text, 'base64url'), sidecar?.mark ?? null);
}

const joinSidecar = (digest: string, sidecar: string | null) => `${digest}/${sidecar ?? ''}`;

/** Returns the folder's stamp after its sidecar was written. */
export const withSidecar = (stamp: string, sidecar: string) =>
  joinSidecar(stamp.slice(0, stamp.indexOf('/')), sidecar);

/** Marks a stamp as waiting for its sidecar, so that another scan retries. */
export const withoutSidecarYet = (stamp: string) => `${stamp}?`;

function stampAlone({ relativePath, sizeBytes, mark }: DiskFile): string {
  const reading = readingOf(formatOf(relativePath));
  const own = `${sizeBytes}:${mark}`;
  return reading === null ? own : `${own}:${reading}`;
}

/** Stamps files in a folder of recognised models. A glTF can need textures and buffers; a USD, other scenes. */
export function createRecognisedStamper(files: readonly DiskFile[]) {
  const digestOf = (isNeeded: (path: string) => boolean) => {
    const needed = files.filter(({ relativePath }) => isNeeded(relativePath));
    return hash('sha256', needed.map(describeFile).join('\n'), 'base64url');
  };
  const ofGltf = digestOf((path) => isTexture(path) || formatOf(path) === 'bin');
  const ofUsd = digestOf((path) => formatOf(path).startsWith('usd'));
  return (file: DiskFile): string => {
    const format = formatOf(file.relativePath);
    if (isComposed(file.relativePath)) return `${stampAlone(file)}:${ofUsd}`;
    return isGltf(format) ? `${stampAlone(file)}:${ofGltf}` : stampAlone(file);
  };
}

const needsOthers = (path: string) => isGltf(formatOf(path)) || isComposed(path);

/** Stamps files of a model in topology folders; those of a glTF or USD also change with its siblings. */
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
    const own = stampAlone(file);
    if (!needsOthers(file.relativePath)) return own;
    const topology = topologyOf(file.relativePath);
    return `${own}:${digests.get(topology) ?? digestOf(topology)}`;
  };
}
