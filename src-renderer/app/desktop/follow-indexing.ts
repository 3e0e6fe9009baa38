import type { ServerState } from '../../../src-main/ipc/contract.ts';
import type { BrowseStore } from '../../features/browse/browse-state.ts';
import type { ServerStore } from '../../features/self-host/server-store.ts';

const leastPause = 2000;

/** What the catalogue shows that may change on its own: models while they are indexed, posters while they are drawn. */
const newsOf = (server: ServerState | null | undefined) => {
  if (server?.status === 'indexing') return `models ${server.progress?.done}`;
  return server?.posters ? `posters ${server.posters.done}` : null;
};

/** Takes new models and posters into the catalogue as the server counts them, at most once in two seconds. */
export function followIndexing(server: ServerStore, browse: BrowseStore): void {
  let pausing: ReturnType<typeof setTimeout> | undefined;
  let hasNews = false;

  const takeIn = () => {
    hasNews = false;
    pausing = setTimeout(endPause, leastPause);
    browse.getState().catchUp();
  };
  const endPause = () => {
    pausing = undefined;
    if (hasNews) takeIn();
  };
  const forget = () => {
    clearTimeout(pausing);
    pausing = undefined;
    hasNews = false;
  };
  server.subscribe(({ server: now }, { server: before }) => {
    const [news, known] = [newsOf(now), newsOf(before)];
    const isLastPoster = known?.startsWith('posters') && now?.status === 'ready';
    if (news === null && !isLastPoster) return forget();
    if (news === known) return;
    if (pausing === undefined) takeIn();
    else hasNews = true;
  });
}
