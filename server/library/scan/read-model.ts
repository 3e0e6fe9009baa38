import { lstatSync } from 'node:fs';
import path from 'node:path';
import { readGuidFromNames } from '../../catalogue/write/names.ts';
import type { Problem, ReportProblem } from '../../catalogue/write/problems.ts';
import { formatOf } from '../../contract/formats.ts';
import type { InspectFile } from '../../inspect/file-inspector.ts';
import { buildInventory, type InspectedFile } from './build-inventory.ts';
import { createFileStamper } from './file-stamp.ts';
import { openFolderFacts } from './folder-facts.ts';
import { type DiskFile, joinPath, type ModelListing, messageOf, sidecarName } from './list-model.ts';
import { choosePosters, isPoster } from './posters.ts';
import { readMetadata } from './read-metadata.ts';
import { readSidecar } from './read-texts.ts';
import { toModelDraft } from './to-model-draft.ts';
import type { BlendFile, LargeFile, ReadModel, VisitJob } from './visit.ts';

export type Reader = {
  readonly inspect: InspectFile;
  /** Hears which file is next, relative to its model's folder. */
  readonly onFile: (relativePath: string) => void;
};

const smallFile = 1024 * 1024;

/** Reads the files of a model's folder that are not known yet, and makes of it what the catalogue keeps. */
export async function readModel(
  listing: ModelListing,
  job: VisitJob,
  reader: Reader,
): Promise<Omit<ReadModel, 'stamp'>> {
  const { folder, libraryDir } = job;
  const problems: Problem[] = [];
  const report: ReportProblem = (where, kind, reason) => problems.push({ path: where, kind, reason });
  const reportInside: ReportProblem = (where, kind, reason) => report(joinPath(folder, where), kind, reason);
  const place = `${libraryDir}/${folder}`;
  const facts = openFolderFacts(job.known?.facts ?? null);
  const owner = readMetadata(listing, { place, facts, report: reportInside });
  const read = createFileReader({ listing, job, reader, facts, report: reportInside });
  const inspected = await read.all(listing.topologyFiles);
  const pictures = await read.all(listing.rootFiles.filter(({ relativePath }) => isPoster(relativePath)));
  const files = buildInventory({ folder, files: inspected, report });
  const isPublished = files.some((file) => file.role === 'scene');
  if (!isPublished) {
    const reason = 'No topology folder has a scene file that can be used, so the model is not published.';
    report(folder, 'empty', reason);
  }
  const posters = choosePosters(pictures, new Set(files.map((file) => file.sha256)), reportInside);
  const isRigged = inspected.some((file) => file.inspection.rigged);
  const { defaultPriceCents } = job;
  const draft =
    isPublished && !owner.isHeld
      ? toModelDraft({ folder, given: owner.given, files, posters, isRigged, defaultPriceCents, listing })
      : null;
  const result = read.result();
  const names = [...listing.rootFiles, ...listing.topologyFiles].map((file) => file.relativePath);
  return {
    kind: 'model',
    facts: facts.serialize(),
    claims: {
      given: owner.guid,
      sidecar: listing.sidecar ? readSidecar(`${place}/${sidecarName}`) : null,
      named: readGuidFromNames(path.posix.basename(folder), names),
    },
    draft,
    isHeld: isPublished && owner.isHeld,
    problems,
    ...result,
    isPartial: result.isPartial || owner.isPartial,
  };
}

type Reading = {
  readonly listing: ModelListing;
  readonly job: VisitJob;
  readonly reader: Reader;
  readonly facts: ReturnType<typeof openFolderFacts>;
  readonly report: ReportProblem;
};

function createFileReader({ listing, job, reader, facts, report }: Reading) {
  const stampOf = createFileStamper(listing.topologyFiles);
  const largeFiles: LargeFile[] = [];
  const blendFiles: BlendFile[] = [];
  let isPartial = listing.isPartial;
  let filesRead = 0;

  async function inspectNow({ relativePath, sizeBytes, modifiedNs }: DiskFile) {
    const distrust = job.distrusted[relativePath];
    const file = `${job.libraryDir}/${job.folder}/${relativePath}`;
    reader.onFile(relativePath);
    filesRead += 1;
    const format = distrust === undefined ? formatOf(relativePath) : '';
    const { leaves, blend, ...inspection } = await reader.inspect(file, format);
    const isRewritten =
      sizeBytes > smallFile && String(lstatSync(file, { bigint: true }).mtimeNs) !== modifiedNs;
    if (isRewritten || inspection.sizeBytes !== sizeBytes) throw new Error('it is being written to');
    if (leaves) largeFiles.push({ sha256: inspection.sha256, leaves });
    if (blend) blendFiles.push({ sha256: inspection.sha256, blend });
    return distrust === undefined ? inspection : { ...inspection, problem: distrust };
  }

  async function readFile(file: DiskFile): Promise<InspectedFile[]> {
    const { relativePath } = file;
    const stamp = stampOf(file);
    const known = facts.recallInspection(relativePath, stamp);
    if (known) return [{ relativePath, inspection: known }];
    try {
      const inspection = await inspectNow(file);
      facts.remember(relativePath, stamp, inspection);
      return [{ relativePath, inspection }];
    } catch (error) {
      isPartial = true;
      const reason = `The file cannot be read (${messageOf(error)}). Check the disk and its permissions.`;
      report(relativePath, 'unreadable', reason);
      return [];
    }
  }

  return {
    async all(files: readonly DiskFile[]): Promise<InspectedFile[]> {
      const inspected: InspectedFile[] = [];
      for (const file of files) inspected.push(...(await readFile(file)));
      return inspected;
    },
    result: () => ({ largeFiles, blendFiles, isPartial, filesRead }),
  };
}
