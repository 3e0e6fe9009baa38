import { z } from 'zod';
import { throwIfExhausted } from '../../../base/storage/storage-fault.ts';
import { isVital, readGiven } from '../../../catalogue/model/read-given.ts';
import type { ReportProblem } from '../../../catalogue/write/problems.ts';
import type { GivenFields } from '../../../contract/catalogue/model-fields.ts';
import { inTurn, sentence, type Words } from '../../../contract/sentence.ts';
import type { FolderFacts } from '../folders/folder-facts.ts';
import { type DiskFile, messageOf } from '../folders/look-at-files.ts';
import { type ModelListing, productName } from './list-model.ts';
import { parseMetadata } from './metadata.ts';
import { readText } from './read-texts.ts';

type Fields = Readonly<Record<string, unknown>>;

type OwnerSays = {
  readonly given: GivenFields;
  /** The same in the file's own form, without missing values. */
  readonly readable: Fields;
  readonly guid: string | null;
  /** True if a vital field, such as price or licence, was never readable: the model must not be published. */
  readonly isHeld: boolean;
  /** True if the file may become readable later. */
  readonly isPartial: boolean;
};

type Source = {
  readonly place: string;
  readonly facts: FolderFacts;
  /** Reports problems of metadata files by their name. */
  readonly report: ReportProblem;
};

type Reading =
  | { readonly kind: 'fields'; readonly fields: Fields }
  /** `fault` is a sentence about the file. */
  | { readonly kind: 'broken'; readonly fault: Words }
  | { readonly kind: 'unreadable'; readonly fault: Words };

const largestText = 1_000_000;
/** The last readable fields of a file; `isSound` if they settle price and licence, even by not mentioning them. */
const LastGood = z.object({
  file: z.string(),
  fields: z.record(z.string(), z.unknown()),
  isSound: z.boolean(),
});
type LastGood = z.output<typeof LastGood>;
/** Where these are stored while the file is faulty; no real file has this name. */
const memory = { path: '/metadata', stamp: '' };

const endings = {
  held: 'Until then, the model is not published.',
  kept: 'Until then, the last valid values are kept.',
  left: 'Until then, unreadable fields are left out.',
};
const noFile: Reading = {
  kind: 'broken',
  fault: sentence`${{ file: productName }} is a link or a folder. Put a regular file here.`,
};

function readFile(file: DiskFile, place: string, facts: FolderFacts): Reading {
  const { relativePath: name, sizeBytes, mark } = file;
  const stamp = `${sizeBytes}:${mark}`;
  const known = facts.recallText(name, stamp);
  if (known === undefined && sizeBytes > largestText)
    return { kind: 'broken', fault: 'The file is larger than 1 MB. Correct the file.' };
  try {
    const text = known ?? readText(`${place}/${name}`);
    if (known === undefined) facts.remember(name, stamp, text);
    return parse(name, text);
  } catch (error) {
    throwIfExhausted(error);
    const fault = sentence`The file cannot be read (${{ reason: messageOf(error) }}). Check the disk and its permissions.`;
    return { kind: 'unreadable', fault };
  }
}

function parse(name: string, text: string): Reading {
  try {
    return { kind: 'fields', fields: parseMetadata(name, text) };
  } catch (error) {
    return {
      kind: 'broken',
      fault: sentence`The file cannot be used, because ${{ reason: messageOf(error) }}. Correct the file.`,
    };
  }
}

/** Only requires a string; its characters are checked where it is used. */
function readGuid({ guid }: Fields): { readonly guid: string | null; readonly fault: string | null } {
  if (guid === undefined) return { guid: null, fault: null };
  if (typeof guid === 'string') return { guid, fault: null };
  if (Number.isSafeInteger(guid)) return { guid: String(guid), fault: null };
  return { guid: null, fault: 'guid must be a text.' };
}

type Judged = ReturnType<typeof judge>;

/** Returns the readable fields, and a sentence about each of the others. */
function judge(fields: Fields) {
  const { licenseFrom: _, ...own } = fields;
  const isLicensed = own.license !== undefined;
  const { given, faults, readable } = readGiven(isLicensed ? { ...own, licenseFrom: productName } : own);
  const { guid, fault } = readGuid(fields);
  return {
    ...{ given, guid },
    readable: guid === null ? readable : { ...readable, guid },
    sentences: [...faults.map(({ text }) => text), ...(fault === null ? [] : [fault])],
    lost: faults.filter(({ isMended }) => !isMended).map(({ field }) => field),
    isGuidLost: fault !== null,
  };
}

/** null if the file was never readable. */
function recallGood(file: string, facts: FolderFacts): LastGood | null {
  const kept = facts.recallText(memory.path, memory.stamp);
  const saved = kept === undefined ? undefined : LastGood.parse(JSON.parse(kept));
  if (saved?.file === file) return saved;
  const text = facts.lastText(file);
  const before = text === undefined ? null : parse(file, text);
  if (before?.kind !== 'fields') return null;
  const { readable: fields, lost } = judge(before.fields);
  return { file, fields, isSound: !lost.some(isVital) };
}

function findFile({ rootFiles, hasProduct }: Pick<ModelListing, 'rootFiles' | 'hasProduct'>) {
  const file = rootFiles.find(({ relativePath }) => relativePath === productName);
  if (file || hasProduct) return { name: productName, file };
  const described = rootFiles.find(({ relativePath }) => relativePath.endsWith('_metadata.json'));
  return described && { name: described.relativePath, file: described };
}

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]]));

/** Returns the values that replace unreadable metadata. */
function fallBack(now: Judged | null, before: LastGood | null) {
  if (now === null) return { kept: before?.fields ?? {}, isSound: before?.isSound === true };
  const kept = pick(before?.fields ?? {}, [...now.lost, 'guid']);
  return { kept, isSound: now.lost.every((field) => !isVital(field) || Object.hasOwn(kept, field)) };
}

/**
 * Reads `product.json`, or the public service's metadata. An invalid field does not affect the others: it keeps its
 * last readable value, as do all fields of an unreadable file.
 */
export function readMetadata(
  listing: Pick<ModelListing, 'rootFiles' | 'hasProduct'>,
  { place, facts, report }: Source,
): OwnerSays {
  const found = findFile(listing);
  if (!found) return { ...says(judge({})), isHeld: false, isPartial: false };
  const { name, file } = found;
  const reading = file ? readFile(file, place, facts) : noFile;
  const isPartial = reading.kind === 'unreadable';
  const now = reading.kind === 'fields' ? judge(reading.fields) : null;
  if (now && now.sentences.length === 0) return { ...says(now), isHeld: false, isPartial };
  const { kept, isSound } = fallBack(now, recallGood(name, facts));
  const fields = { ...kept, ...now?.readable };
  const good: LastGood = { file: name, fields, isSound };
  if (isSound || Object.keys(fields).length > 0)
    facts.remember(memory.path, memory.stamp, JSON.stringify(good));
  const isHeld = !isSound && name === productName;
  const isAllMended = now !== null && now.lost.length === 0 && !now.isGuidLost;
  const ending = isHeld ? [endings.held] : isAllMended ? [] : [isEmpty(kept) ? endings.left : endings.kept];
  const faults = reading.kind === 'fields' ? (now?.sentences ?? []) : [reading.fault];
  report(name, isPartial ? 'unreadable' : 'metadata', inTurn(...faults, ...ending));
  return { ...says(judge(fields)), isHeld, isPartial };
}

const says = ({ given, guid, readable }: Judged) => ({ given, guid, readable });
const isEmpty = (fields: Fields) => Object.keys(fields).length === 0;
