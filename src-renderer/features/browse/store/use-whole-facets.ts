import { useRef } from 'react';
import { useStore } from 'zustand';
import type { Facets } from '../../../../server/contract/catalogue/discovery.ts';
import type { BrowseStore } from './browse-state.ts';

/** Returns the last facets loaded without words, as words narrow the current ones. */
export function useWholeFacets(store: BrowseStore): Facets | null {
  const whole = useRef<Facets | null>(null);
  const facets = useStore(store, (state) => state.facets);
  const isWhole = useStore(store, ({ selection, status }) => selection.q === '' && status === 'ready');
  if (facets !== null && (whole.current === null || isWhole)) whole.current = facets;
  return whole.current;
}
