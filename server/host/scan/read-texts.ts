import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import type { FolderFacts } from './folder-facts.ts';
import { type DiskFile, messageOf } from './list-model.ts';
import { type Metadata, parseMetadata } from './metadata.ts';
import type { ReportProblem } from './problems.ts';

const largestText = 1_000_000;
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

function readText(place: string): string {
  const descriptor = openSync(place, flags);
  try {
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

type Source = {
  /** The folder on the disk. */
  readonly place: string;
  readonly facts: FolderFacts;
  /** Hears of `product.json` by its name. */
  readonly report: ReportProblem;
};

/** What a model's owner says of it; nothing when there is no metadata file, or a wrong one, which is then a problem. */
export function readMetadata(rootFiles: readonly DiskFile[], source: Source): Metadata {
  const file =
    rootFiles.find(({ relativePath }) => relativePath === 'product.json') ??
    rootFiles.find(({ relativePath }) => relativePath.endsWith('_metadata.json'));
  if (!file) return {};
  try {
    return parseMetadata(file.relativePath, readKnownText(file, source));
  } catch (error) {
    source.report(file.relativePath, 'metadata', `It is left out: ${messageOf(error)}. Correct the file.`);
    return {};
  }
}

function readKnownText(file: DiskFile, { place, facts }: Source): string {
  const stamp = `${file.sizeBytes}:${file.modifiedNs}`;
  const known = facts.recallText(file.relativePath, stamp);
  if (known !== undefined) return known;
  if (file.sizeBytes > largestText) throw new Error('the file is larger than 1 MB');
  const text = readText(`${place}/${file.relativePath}`);
  facts.remember(file.relativePath, stamp, text);
  return text;
}

/** The guid in a sidecar; null when the file is torn or says something else. */
export function readSidecar(place: string): string | null {
  try {
    const json: unknown = JSON.parse(readText(place));
    return typeof json === 'object' && json !== null && 'guid' in json && typeof json.guid === 'string'
      ? json.guid
      : null;
  } catch {
    return null;
  }
}
