import type { ComputerState, Kernel } from '../platform/kernel.ts';
import { createKeptPosters } from './kept-posters.ts';
import { createLookAhead } from './look-ahead.ts';
import { type Connected, createModelLoad, createOwnMedia, createPosterLoad } from './own-media.ts';

type Parts = Connected &
  Pick<Kernel, 'places' | 'settings' | 'log'> & {
    readonly isInLibrary: (guid: string) => boolean;
    readonly isHeld: () => boolean;
    readonly computerState: ComputerState;
  };

/** Serves the pictures and models that the window shows, and caches them. */
export function createMedia({
  places,
  isInLibrary,
  settings,
  isHeld,
  computerState,
  log,
  ...connected
}: Parts) {
  const posters = createKeptPosters({
    folder: places.libraryPosters,
    isInLibrary,
    load: createPosterLoad(connected),
  });
  const ahead = createLookAhead({
    ...{ folder: places.lookAhead, load: createModelLoad(connected), baseUrl: connected.baseUrl },
    ...{ settings: settings.read, isHeld, isMetered: computerState.isMetered, log },
  });
  const media = createOwnMedia({ ...connected, loadPoster: posters.fetch, loadModel: ahead.load });
  return { posters, ahead, media };
}
