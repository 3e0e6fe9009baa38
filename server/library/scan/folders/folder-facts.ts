import { z } from 'zod';
import { knownUnits } from '../../../contract/common.ts';
import { type Findings, type Inspection, noFindings } from '../../../inspect/inspection.ts';

/** Leaves out findings that most files do not have. */
type StoredInspection = Omit<Inspection, keyof Findings> & Partial<Findings>;
type Remembered = readonly [stamp: string, value: string | StoredInspection];

/** Facts read from the files of one folder, each with the file's stamp. */
export type FolderFacts = ReturnType<typeof openFolderFacts>;

const isInspection = (value: unknown): value is StoredInspection =>
  typeof value === 'object' && value !== null && 'sha256' in value;
const Stored = z.record(
  z.string(),
  z.tuple([z.string(), z.union([z.string(), z.custom<StoredInspection>(isInspection)])]),
);

function toStored(inspection: Inspection): StoredInspection {
  const { sizeBytes, sha256, crc32, triangles, animated, rigged, problem } = inspection;
  const { references, referencedSizes, textures, requires, flaw, asset, unlike, contentType, sizeMetres } =
    inspection;
  return {
    ...{ sizeBytes, sha256, crc32 },
    ...(triangles !== null && { triangles }),
    ...(animated && { animated }),
    ...(rigged && { rigged }),
    ...(references.length > 0 && { references, referencedSizes }),
    ...(textures && { textures }),
    ...(requires.length > 0 && { requires }),
    ...(problem !== null && { problem }),
    ...(flaw !== undefined && { flaw }),
    ...(unlike !== undefined && { unlike }),
    ...(contentType !== undefined && { contentType }),
    ...(asset !== undefined && { asset }),
    ...knownUnits(inspection),
    ...(sizeMetres && { sizeMetres }),
  };
}

function parse(text: string | null): Readonly<Record<string, Remembered>> {
  if (text === null) return {};
  return Stored.safeParse(JSON.parse(text)).data ?? {};
}

/** Does not recall files listed in `rereads`, but always entries that are not files (named with a leading slash). */
export function openFolderFacts(text: string | null, rereads: readonly string[] | 'all' = []) {
  const before = parse(text);
  const now: Record<string, Remembered> = {};
  const recall = (path: string, stamp: string) => {
    const known = Object.hasOwn(before, path) ? before[path] : undefined;
    const isToRead = rereads === 'all' ? !path.startsWith('/') : rereads.includes(path);
    if (known?.[0] !== stamp || isToRead) return undefined;
    now[path] = known;
    return known[1];
  };
  return {
    recallText(path: string, stamp: string) {
      const value = recall(path, stamp);
      return typeof value === 'string' ? value : undefined;
    },
    /** The text of a file at the last visit, whatever its stamp. */
    lastText(path: string) {
      const value = Object.hasOwn(before, path) ? before[path]?.[1] : undefined;
      return typeof value === 'string' ? value : undefined;
    },
    recallInspection(path: string, stamp: string) {
      const value = recall(path, stamp);
      return typeof value === 'object' ? { ...noFindings, ...value } : undefined;
    },
    remember(path: string, stamp: string, value: string | Inspection) {
      now[path] = [stamp, typeof value === 'string' ? value : toStored(value)];
    },
    /** Contains only what was recalled or remembered, which drops files that are gone. */
    serialize: () => JSON.stringify(now),
  };
}
