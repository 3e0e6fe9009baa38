import { createStore, type StoreApi } from 'zustand/vanilla';
import { announceChanges } from '../../features/downloads/announce-changes.ts';
import { announceJobs } from '../../features/starters/describe-job.ts';
import { applyTheme } from '../theme.ts';
import type { DesktopStores } from './create-desktop-stores.ts';
import { followCharges } from './follow-charges.ts';
import { followIndexing } from './follow-indexing.ts';

export type Announcements = StoreApi<{ readonly text: string }>;

/** What one feature's news means for the others. Returns what a screen reader should say. */
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
    // A server may show its models only to people who are signed in.
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
