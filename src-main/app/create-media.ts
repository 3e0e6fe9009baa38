import type { ComputerState } from '../downloads/hold.ts';
import type { Settings } from '../ipc/contract.ts';
import type { Log } from '../log.ts';
import { createLookAhead } from '../look-ahead/look-ahead.ts';
import { createKeptPosters } from '../posters/kept-posters.ts';
import type { Places } from '../storage/places.ts';
import { type Connected, createModelLoad, createOwnMedia, createPosterLoad } from './own-media.ts';

type Parts = Connected & {
  readonly places: Places;
  readonly isInLibrary: (guid: string) => boolean;
  readonly settings: () => Settings;
  readonly isHeld: () => boolean;
  readonly computerState: ComputerState;
  readonly log: Log;
};

/** Pictures and models that the window shows, with what is kept of them. */
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
    ...{ settings, isHeld, isMetered: computerState.isMetered, log },
  });
  const media = createOwnMedia({ ...connected, loadPoster: posters.fetch, loadModel: ahead.load });
  return { posters, ahead, media };
}
