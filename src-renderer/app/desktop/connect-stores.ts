import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ServerState } from '../../../src-main/platform/ipc/contract.ts';
import type { BrowseStore } from '../../features/browse/store/browse-state.ts';
import { announceChanges } from '../../features/downloads/announce-changes.ts';
import type { ServerStore } from '../../features/self-host/server-store.ts';
import { announceJobs } from '../../features/starters/describe-job.ts';
import { applyTheme } from '../theme.ts';
import type { DesktopStores } from './create-desktop-stores.ts';

export type Announcements = StoreApi<{ readonly text: string }>;

/** Connects the stores of the features. Returns texts for screen readers. */
export function connectStores(stores: DesktopStores): Announcements {
  const announcements = createStore<{ readonly text: string }>()(() => ({ text: '' }));
  const { browse, downloads, handOver, model, server, session, settings } = stores;

  server.subscribe(({ server: now }, { server: before }) => {
    if (now?.status !== 'ready') return;
    const { status, catchUp, refresh } = browse.getState();
    if (before === null && status === 'failed') catchUp();
    if (before === null || (now.status === before.status && now.url === before.url)) return;
    if (now.url === before.url) catchUp();
    else refresh();
    model.getState().reload();
    void session.getState().refreshAccount();
  });
  followIndexing(server, browse);
  session.subscribe(({ session: now }, { session: before }) => {
    if (now?.status === before?.status) return;
    model.getState().refreshPricing();
    // A server can restrict its models to signed-in users.
    if (browse.getState().error?.code === 'UNAUTHENTICATED') browse.getState().refresh();
    if (model.getState().error?.code === 'UNAUTHENTICATED') model.getState().reload();
  });
  downloads.subscribe(({ jobs }, { jobs: before }) => {
    const text = announceChanges(before, jobs);
    if (text !== null) announcements.setState({ text });
  });
  followCharges(stores);
  handOver.subscribe(({ jobs }, { jobs: before }) => {
    const text = announceJobs(before, jobs);
    if (text !== null) announcements.setState({ text });
  });
  settings.subscribe(({ settings: now }, { settings: before }) => {
    if (now !== null && now.theme !== before?.theme) applyTheme(now.theme);
  });
  return announcements;
}

const leastPause = 1000;

type Jobs = ReturnType<DesktopStores['downloads']['getState']>['jobs'];
const sumCharges = (jobs: Jobs): number => jobs.reduce((sum, { chargedUsd }) => sum + (chargedUsd ?? 0), 0);

/** Reloads the price, balance and unlocks after a charged download. One request at a time, at most one a second. */
function followCharges({
  downloads,
  model,
  session,
}: Pick<DesktopStores, 'downloads' | 'model' | 'session'>): void {
  let isPausing = false;
  let hasNews = false;

  const endPause = () => {
    isPausing = false;
    if (hasNews) void readAgain();
  };
  const readAgain = async () => {
    hasNews = false;
    isPausing = true;
    model.getState().refreshPricing();
    await session.getState().refreshAccount();
    setTimeout(endPause, leastPause);
  };
  downloads.subscribe(({ jobs }, { jobs: before }) => {
    if (sumCharges(jobs) === sumCharges(before)) return;
    if (isPausing) hasNews = true;
    else void readAgain();
  });
}

const leastIndexPause = 2000;

/** Parts of the catalogue that change without user action: models while indexed, posters while rendered. */
const newsOf = (server: ServerState | null | undefined) => {
  if (server?.status === 'indexing') return `models ${server.progress?.done}`;
  return server?.posters ? `posters ${server.posters.done}` : null;
};

/** Reloads the catalogue as the server counts new models and posters, at most every two seconds. */
function followIndexing(server: ServerStore, browse: BrowseStore): void {
  let pausing: ReturnType<typeof setTimeout> | undefined;
  let hasNews = false;

  const takeIn = () => {
    hasNews = false;
    pausing = setTimeout(endPause, leastIndexPause);
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
