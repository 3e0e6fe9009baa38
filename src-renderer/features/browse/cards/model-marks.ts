import type { ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';

/** The parts of the address of a model's page. */
export type ModelLink = Pick<ModelRecord, 'guid' | 'slug'>;

/** How a downloaded model is: what is most in need of attention. */
export type LibraryMark = 'whole' | 'outdated' | 'edited' | 'missing';

type LocalModel = {
  readonly mark: Exclude<LibraryMark, 'outdated'>;
  /** Null when it came from another server, whose versions say nothing here. */
  readonly version: number | null;
};

/** Null for a model that is not downloaded. */
export function findMark(
  { guid, version }: Pick<ModelRecord, 'guid' | 'version'>,
  inLibrary: ModelMarks['inLibrary'],
): LibraryMark | null {
  const local = inLibrary.get(guid);
  if (local === undefined) return null;
  const isBehind = local.version !== null && version > local.version;
  return isBehind && local.mark !== 'missing' ? 'outdated' : local.mark;
}

/** The person's models, by guid; the app joins them from other features. */
export type ModelMarks = {
  readonly inLibrary: ReadonlyMap<string, LocalModel>;
  readonly unlocked: ReadonlySet<string>;
};
