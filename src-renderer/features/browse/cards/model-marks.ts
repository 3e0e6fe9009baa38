import type { ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';

export type ModelLink = Pick<ModelRecord, 'guid' | 'slug'>;

/** The state of a downloaded model: the one that needs attention most. */
export type LibraryMark = 'whole' | 'outdated' | 'edited' | 'missing';

type LocalModel = {
  readonly mark: Exclude<LibraryMark, 'outdated'>;
  /** Null if it came from another server, whose versions are not comparable. */
  readonly version: number | null;
};

/** Returns null for a model that is not downloaded. */
export function findMark(
  { guid, version }: Pick<ModelRecord, 'guid' | 'version'>,
  inLibrary: ModelMarks['inLibrary'],
): LibraryMark | null {
  const local = inLibrary.get(guid);
  if (local === undefined) return null;
  const isBehind = local.version !== null && version > local.version;
  return isBehind && local.mark !== 'missing' ? 'outdated' : local.mark;
}

/** The user's models, by guid; the app combines them from other features. */
export type ModelMarks = {
  readonly inLibrary: ReadonlyMap<string, LocalModel>;
  readonly unlocked: ReadonlySet<string>;
};
