import type { ModelRecord } from '../../../server/contract/discovery.ts';

/** What the address of a model's page is made of. */
export type ModelLink = Pick<ModelRecord, 'guid' | 'slug'>;

/** What the person already has, by guid; the app joins it from other features. */
export type ModelMarks = {
  readonly inLibrary: ReadonlySet<string>;
  readonly unlocked: ReadonlySet<string>;
};
