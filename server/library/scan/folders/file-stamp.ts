import { hash } from 'node:crypto';
import { formatOf, isGltf, readingOf } from '../../../contract/catalogue/formats.ts';
import { GivenFields } from '../../../contract/catalogue/model-fields.ts';
import { topologyOf } from '../../../contract/relative-path.ts';
import type { FolderRules } from '../../corrections/rules.ts';
import { isComposed, isTexture } from '../../recognise/scene-files.ts';
import type { DiskFile } from './look-at-files.ts';

/**
 * Another one when the same bytes are to be read otherwise, models are to be recognised otherwise, or a field of
 * product.json joins: every library is read again.
 */
const readingVersion = `10:${Object.keys(GivenFields.shape).join()}`;

const describeFile = (file: DiskFile) => `${file.relativePath}:${file.sizeBytes}:${file.mark}`;

type Told = {
  readonly priceCents: number | null;
  readonly said: FolderRules | null;
  /** Whether the folders next to it are one model each. */
  readonly isAmongOnes?: boolean;
};

/** Equal for two looks at a folder between which no file was changed. The sidecar comes last, as it is written by us. */
export function toFolderStamp(
  files: readonly DiskFile[],
  { priceCents, said, isAmongOnes = false }: Told,
  sidecar: DiskFile | null,
) {
  const rules = `${said === null ? '' : JSON.stringify(said)}${isAmongOnes ? ':one' : ''}`;
  const text = `${readingVersion}:${priceCents}${rules}\n${files.map(describeFile).join('\n')}`;
  return joinSidecar(hash('sha256', text, 'base64url'), sidecar?.mark ?? null);
}

const joinSidecar = (digest: string, sidecar: string | null) => `${digest}/${sidecar ?? ''}`;

/** The stamp of the same folder once its sidecar was written. */
export const withSidecar = (stamp: string, sidecar: string) =>
  joinSidecar(stamp.slice(0, stamp.indexOf('/')), sidecar);

/** The stamp of a folder whose sidecar is still to be written, so that another scan makes up for it. */
export const withoutSidecarYet = (stamp: string) => `${stamp}?`;

function stampAlone({ relativePath, sizeBytes, mark }: DiskFile): string {
  const reading = readingOf(formatOf(relativePath));
  const own = `${sizeBytes}:${mark}`;
  return reading === null ? own : `${own}:${reading}`;
}

/**
 * The same for files of a folder of recognised models: what a glTF may need are textures and buffers, and a USD other
 * scenes.
 */
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

/** A glTF or USD is judged together with the files next to it, so a change of one of them is a change of it. */
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
