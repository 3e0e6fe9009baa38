import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../contract/errors.ts';

/** What the user of a request can do with models, if any access rights are set. */
export type Sight = {
  /** Equal for users who see the same. */
  readonly key: string;
  /** Models that do not exist for this user. */
  readonly hiddenIds: ReadonlySet<number>;
  readonly hides: (guid: string) => boolean;
  readonly mayDownload: (guid: string) => boolean;
  readonly mayEdit: (guid: string) => boolean;
};

const sights = new AsyncLocalStorage<Sight>();

/** The sight of the running request; null if no rights are set, and for background work. */
export const sightNow = (): Sight | null => sights.getStore() ?? null;

export const withSight = <Result>(sight: Sight | null, run: () => Result): Result =>
  sight === null ? run() : sights.run(sight, run);

export const isHidden = (guid: string): boolean => sightNow()?.hides(guid) === true;
export const isHiddenId = (modelId: number): boolean => sightNow()?.hiddenIds.has(modelId) === true;
export const isSightNarrow = (): boolean => (sightNow()?.hiddenIds.size ?? 0) > 0;

export const mayDownload = (guid: string): boolean => sightNow()?.mayDownload(guid) !== false;

/** Throws if the user can see the model but not download it. */
export function requireDownload(guid: string): void {
  if (!mayDownload(guid))
    throw new AppError(
      'FORBIDDEN',
      'You may see this model, but not download it. Ask an admin for that right.',
    );
}

export function requireEdit(guid: string): void {
  if (sightNow()?.mayEdit(guid) === false)
    throw new AppError(
      'FORBIDDEN',
      'You may see this model, but not change it. Ask an admin for that right.',
    );
}
