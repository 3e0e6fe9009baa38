import path from 'node:path';
import { readGiven } from '../../../catalogue/model/read-given.ts';
import { readGuidFromNames } from '../../../catalogue/write/names.ts';
import { type Problem, type ReportProblem, toProblem } from '../../../catalogue/write/problems.ts';
import { describePlace } from '../../recognise/about.ts';
import { isScene } from '../../recognise/scene-files.ts';
import { readSceneName } from '../../recognise/scene-name.ts';
import { createFileStamper } from '../folders/file-stamp.ts';
import { openFolderFacts } from '../folders/folder-facts.ts';
import { createPlaces, joinPath } from '../folders/look-at-files.ts';
import { diskOf, type ReadModel, type VisitJob } from '../visit.ts';
import { buildInventory, type InspectedFile } from './build-inventory.ts';
import { type ModelListing, sidecarName } from './list-model.ts';
import { choosePosters, isPoster } from './posters.ts';
import { createFileReader, type Reader } from './read-files.ts';
import { readMetadata } from './read-metadata.ts';
import { createNoteReaders, readNotes } from './read-notes.ts';
import { readSidecar } from './read-texts.ts';
import { toModelDraft } from './to-model-draft.ts';

export async function readModel(
  listing: ModelListing,
  job: VisitJob,
  reader: Reader,
): Promise<Omit<ReadModel, 'stamp'>> {
  const { folder } = job;
  const problems: Problem[] = [];
  const report: ReportProblem = (where, kind, reason) => problems.push(toProblem(where, kind, reason));
  const reportInside: ReportProblem = (where, kind, reason) => report(joinPath(folder, where), kind, reason);
  const place = diskOf(job, folder);
  const facts = openFolderFacts(job.known?.facts ?? null, job.rereads);
  const owner = readMetadata(listing, { place, facts, report: reportInside });
  const stampOf = createFileStamper(listing.topologyFiles);
  const read = createFileReader({ job, reader, facts, stampOf, report: reportInside });
  const inspected = await read.all(listing.topologyFiles);
  const pictures = await read.all(listing.rootFiles.filter(({ relativePath }) => isPoster(relativePath)));
  const files = buildInventory({ folder, files: inspected, report });
  const isPublished = files.some((file) => file.role === 'scene');
  if (!isPublished) {
    const reason = 'No topology folder has a usable scene file, so the model is not published.';
    report(folder, 'empty', reason);
  }
  const posters = choosePosters(pictures, new Set(files.map((file) => file.sha256)), reportInside);
  const isRigged = inspected.some((file) => file.inspection.rigged);
  const { defaultPriceCents } = job;
  const isLicensed = Object.hasOwn(owner.readable, 'license');
  const given = isLicensed
    ? owner.given
    : readGiven({ ...readLicence(listing, job, inspected), ...owner.readable }).given;
  const draft =
    isPublished && !owner.isHeld
      ? toModelDraft({ folder, given, files, posters, isRigged, defaultPriceCents, listing })
      : null;
  const result = read.result();
  const names = [...listing.rootFiles, ...listing.topologyFiles].map((file) => file.relativePath);
  return {
    kind: 'model',
    facts: facts.serialize(),
    ownFields: Object.keys(owner.readable),
    claims: {
      given: owner.guid,
      sidecar: listing.sidecar ? readSidecar(`${place}/${sidecarName}`) : null,
      named: readGuidFromNames(path.posix.basename(folder), names),
    },
    draft,
    isHeld: isPublished && owner.isHeld,
    problems,
    ...result,
    isPartial: listing.isPartial || result.isPartial || owner.isPartial,
  };
}

/** Returns the licence and its author from the nearest text, or from a scene file. */
function readLicence(
  { rootFiles, topologyFiles }: ModelListing,
  job: VisitJob,
  read: readonly InspectedFile[],
) {
  const { folder, above, isRecognising } = job;
  if (!isRecognising) return {};
  const { toPlace } = createPlaces(folder);
  const inspections = new Map(read.map(({ relativePath, inspection }) => [relativePath, inspection]));
  const group = {
    key: '',
    name: readSceneName(path.posix.basename(folder)),
    scenes: [...inspections.keys()].filter(isScene),
  };
  const notes = readNotes({
    ...{ folder, above, groups: [group], files: [...rootFiles, ...topologyFiles] },
    inspectionOf: (scene) => inspections.get(scene) ?? null,
    readers: createNoteReaders(
      (inside) => diskOf(job, toPlace(inside)),
      () => undefined,
    ),
  })(group);
  const { license, licenseFrom, attribution } = describePlace(
    { folder, name: group.name, key: '', template: null, isAmongOnes: false },
    notes,
  );
  return license === undefined ? {} : { license, licenseFrom, ...(attribution ? { attribution } : {}) };
}
