import type { BrowseStore } from '../../features/browse/browse-store.ts';
import type { ServerStore } from '../../features/self-host/server-store.ts';

const leastPause = 2000;

/** Takes newly indexed models into the catalogue as the server counts them, at most once in two seconds. */
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
    if (now?.status !== 'indexing') return forget();
    const isSame = before?.status === 'indexing' && before.progress?.done === now.progress?.done;
    if (isSame) return;
    if (pausing === undefined) takeIn();
    else hasNews = true;
  });
}
