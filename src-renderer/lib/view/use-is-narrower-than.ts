import { useSyncExternalStore } from 'react';
import { breakpoints, isNarrowerThan, toEm } from '../../styles/breakpoints.ts';

/** Follows the window's width. */
export function useIsNarrowerThan(name: keyof typeof breakpoints): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(`(max-width: ${toEm(breakpoints[name])}em)`);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => isNarrowerThan(name),
  );
}
