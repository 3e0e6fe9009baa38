import { type ReadGiven, readGiven } from '../../../catalogue/model/read-given.ts';
import { type Problem, type ReportProblem, toProblem } from '../../../catalogue/write/problems.ts';
import type { Inspection } from '../../../inspect/inspection.ts';
import { describePlace } from '../../recognise/about.ts';
import { groupScenes } from '../../recognise/group-scenes.ts';
import { isOneModel } from '../../recognise/plan-folder.ts';
import { isArchive, isComposed, isScene, whyLeftOut } from '../../recognise/scene-files.ts';
import { withoutArchives } from '../../recognise/title.ts';
import { openFolderFacts } from '../folders/folder-facts.ts';
import { createPlaces, joinPath } from '../folders/look-at-files.ts';
import type { UnitListing } from '../list-unit.ts';
import {
  diskOf,
  isAmongOnes,
  type ReadUnit,
  type RecognisedDraft,
  textsOf,
  unitOf,
  type VisitJob,
} from '../visit.ts';
import { createPosterChooser, type Found } from './choose-posters.ts';
import { listRecognised, toRecognisedDraft } from './draft-recognised.ts';
import { createGatherer } from './gather-files.ts';
import { sidecarName } from './list-model.ts';
import type { Reader } from './read-files.ts';
import { readMetadata } from './read-metadata.ts';
import { createNoteReaders, type NoteReaders, readNotes } from './read-notes.ts';
import { readSidecar } from './read-texts.ts';

const largestText = 64 * 1024;

/** Reads what is not known yet of a folder without topology folders, and assembles what the catalogue stores. */
export async function readUnit(
  listing: UnitListing,
  job: VisitJob,
  reader: Reader,
): Promise<Omit<ReadUnit, 'stamp'>> {
  const { folder, defaultPriceCents, above } = job;
  const { toPlace } = createPlaces(folder);
  const problems: Problem[] = [];
  const report: ReportProblem = (where, kind, reason) => problems.push(toProblem(where, kind, reason));
  const reportInside: ReportProblem = (inside, kind, reason) => report(toPlace(inside), kind, reason);
  const toDisk = (inside: string) => diskOf(job, toPlace(inside));
  const facts = openFolderFacts(job.known?.facts ?? null, job.rereads);
  const gatherer = createGatherer({ listing, job, reader, facts, report });
  const inspectionOf = (inside: string) => gatherer.inspectionOf(toPlace(inside));
  const names = listing.files.map(({ relativePath }) => relativePath);
  for (const name of names) {
    const reason = whyLeftOut(name);
    if (reason !== null && !isArchive(name)) reportInside(name, 'left-out', reason);
    if (isScene(name)) await gatherer.inspect(toPlace(name));
  }
  const isModel = findModels(names.filter(isScene), { toPlace, gatherer, report: reportInside });
  const readers = createNoteReaders(toDisk, gatherer.headOf);
  const { groups, isWhole, labelOf } = groupUnit(listing, job, { readers, inspectionOf, isModel });
  const template = job.rules?.template ?? null;
  const notesOf = readNotes({ folder, files: listing.files, groups, above, inspectionOf, readers });
  const rootFiles = listing.files.filter(({ relativePath }) => !relativePath.includes('/'));
  const described = { rootFiles, hasProduct: listing.hasProduct };
  const owner = isWhole ? readMetadata(described, { place: toDisk(''), facts, report: reportInside }) : null;
  const isSingle = groups.length === 1 && isOwnFolder(job);
  const sidecar = isSingle && listing.sidecar !== null ? readSidecar(toDisk(sidecarName)) : null;
  const claims = { given: owner?.guid ?? null, sidecar, named: null };
  const unit = { folder, unit: unitOf(job), groups, names, gatherer, report };
  const isHeld = owner?.isHeld === true;
  const drafts: RecognisedDraft[] = [];
  const found: Found[] = [];
  for (const group of groups) found.push({ group, files: await listRecognised(group, unit) });
  const postersOf = await createPosterChooser({
    listing,
    isSingle,
    found,
    gatherer,
    toPlace,
    report: reportInside,
  });
  const published = isHeld ? [] : found.filter(({ files }) => files.some(({ role }) => role === 'scene'));
  for (const { group, files } of published) {
    const about = describePlace(
      {
        folder: withoutArchives(tellingFolder(job)),
        name: group.name,
        key: group.key,
        template,
        isAmongOnes: isAmongOnes(job),
      },
      notesOf(group),
    );
    const given = joinGiven(readGiven(about), owner);
    drafts.push(
      toRecognisedDraft({
        group,
        unit,
        files,
        given,
        ...(await postersOf({ group, files })),
        defaultPriceCents,
        claims,
        labelOf,
      }),
    );
  }
  const result = gatherer.result();
  const models = drafts.map(({ draft }) => draft.folder);
  const elsewhere = [...new Set([...gatherer.elsewhere(), ...textsOf(above)])];
  return {
    kind: 'models',
    facts: facts.serialize(),
    ownFields: Object.keys(owner?.readable ?? {}),
    recognised: { models, elsewhere },
    drafts,
    isHeld,
    problems,
    ...result,
    isPartial: listing.isPartial || result.isPartial || owner?.isPartial === true,
  };
}

/** Merges facts from names and notes with the owner's metadata, which takes precedence. */
const joinGiven = (told: ReadGiven, owner: Pick<ReadGiven, 'readable'> | null) =>
  owner === null ? told.given : readGiven({ ...told.readable, ...owner.readable }).given;

/** True if files directly in the folder belong to its only model. */
const isOwnFolder = ({ folder, twins }: VisitJob) => folder !== '' && twins === null;
/** Returns the path that describes the models. */
const tellingFolder = ({ folder, twins }: VisitJob) => joinPath(folder, twins?.stem ?? '');

const isMotion = (inspection: Inspection | null) =>
  inspection?.animated === true && (inspection.triangles ?? 0) === 0;

const emptyLayer =
  'It has no shape of its own, only materials, lights or changes for other scenes. It is delivered with those that use it.';

type Sorting = {
  readonly toPlace: (inside: string) => string;
  readonly gatherer: ReturnType<typeof createGatherer>;
  readonly report: ReportProblem;
};

/** Separates scenes that are models from parts of other scenes, and reports files that are neither. */
function findModels(
  scenes: readonly string[],
  { toPlace, gatherer, report }: Sorting,
): (scene: string) => boolean {
  const parts = gatherer.findParts(scenes.map(toPlace));
  const rest = scenes.filter((scene) => !parts.has(toPlace(scene)));
  const empty = rest.filter((scene) => isEmpty(scene, gatherer.inspectionOf(toPlace(scene))));
  for (const scene of empty) report(scene, 'left-out', emptyLayer);
  const models = new Set(rest.filter((scene) => !empty.includes(scene)));
  return (scene) => models.has(scene);
}

const isEmpty = (scene: string, inspection: Inspection | null) =>
  isComposed(scene) && inspection?.triangles === 0 && !inspection.animated;

type GroupReaders = {
  readonly isModel: (scene: string) => boolean;
  readonly readers: NoteReaders;
  readonly inspectionOf: (scene: string) => Inspection | null;
};

/** Groups scene files into models: by an admin's corrections, otherwise by names and content. */
function groupUnit(listing: UnitListing, job: VisitJob, { readers, inspectionOf, isModel }: GroupReaders) {
  const { toPlace } = createPlaces(job.folder);
  const { borders = null, labels = {} } = job.rules ?? {};
  const names = listing.files.map(({ relativePath }) => relativePath);
  const isSaidWhole = listing.hasProduct || borders === 'one';
  const isWhole = isSaidWhole || isOneModel(job.folder, names, (name) => readers.readHead(name, largestText));
  const labelOf = (place: string) => labels[place] ?? null;
  const groups = groupScenes(names.filter(isModel), {
    ...{ isOneModel: isWhole, twins: job.twins?.stem ?? null, isEachOne: borders === 'each' },
    trianglesOf: (scene) => inspectionOf(scene)?.triangles ?? null,
    isMotion: (scene) => isMotion(inspectionOf(scene)),
    labelOf: (scene) => labelOf(toPlace(scene)),
  });
  return { groups, isWhole, labelOf };
}
