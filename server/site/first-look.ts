import { sightNow } from '../base/sight.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { ModelRecord } from '../contract/catalogue/discovery.ts';

export type FirstLook = () => Promise<readonly ModelRecord[]>;

/** Cards that every phone shows without scrolling. */
const shown = 4;

/** The catalogue's first page, computed once per state; empty while there is no index. */
export function createFirstLook(catalogue: Catalogue, state: () => string): FirstLook {
  let found: { readonly state: string; readonly models: ReturnType<FirstLook> } | null = null;
  return () => {
    const now = `${state()} ${sightNow()?.key}`;
    if (found?.state === now) return found.models;
    const models = catalogue.find({ limit: shown }, 'popular').then(catalogue.records, () => {
      found = null;
      return [];
    });
    found = { state: now, models };
    return models;
  };
}
