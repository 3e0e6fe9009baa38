import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../contract/errors.ts';

/** What the person of a request may do with models, where any right is set. */
export type Sight = {
  /** Equal for people who see the same. */
  readonly key: string;
  /** Models that do not exist for this person. */
  readonly hiddenIds: ReadonlySet<number>;
  readonly hides: (guid: string) => boolean;
  readonly mayDownload: (guid: string) => boolean;
  readonly mayEdit: (guid: string) => boolean;
};

const sights = new AsyncLocalStorage<Sight>();

/** The sight of the running request; null where no right is set, and for work that belongs to no person. */
export const sightNow = (): Sight | null => sights.getStore() ?? null;

export const withSight = <Result>(sight: Sight | null, run: () => Result): Result =>
  sight === null ? run() : sights.run(sight, run);

export const isHidden = (guid: string): boolean => sightNow()?.hides(guid) === true;
export const isHiddenId = (modelId: number): boolean => sightNow()?.hiddenIds.has(modelId) === true;
/** Whether the person of the request sees less than everything. */
export const isSightNarrow = (): boolean => (sightNow()?.hiddenIds.size ?? 0) > 0;

export const mayDownload = (guid: string): boolean => sightNow()?.mayDownload(guid) !== false;

/** Refuses the files of a model that the person may only see. */
export function requireDownload(guid: string): void {
  if (!mayDownload(guid))
    throw new AppError(
      'FORBIDDEN',
      'You may see this model, but not download it. Ask an admin for that right.',
    );
}

/** Refuses a change of a model that the person may not edit. */
export function requireEdit(guid: string): void {
  if (sightNow()?.mayEdit(guid) === false)
    throw new AppError(
      'FORBIDDEN',
      'You may see this model, but not change it. Ask an admin for that right.',
    );
}
