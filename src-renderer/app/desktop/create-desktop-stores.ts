import type { ServerState, Session } from '../../../src-main/platform/ipc/contract.ts';
import type { DesktopApi } from '../../api/api.ts';
import type { StoredList } from '../../data/stored-list.ts';
import { createUnlockRows } from '../../features/account/account-lists.ts';
import { createSessionStore } from '../../features/account/session-store.ts';
import { createApprovalsStore } from '../../features/approvals/approvals-store.ts';
import { createBrowseStore } from '../../features/browse/store/browse-store.ts';
import { createNewsStore } from '../../features/browse/store/news-store.ts';
import { createDownloadsStore } from '../../features/downloads/downloads-store.ts';
import { createSurveyStore } from '../../features/downloads/survey-store.ts';
import { createCareStore } from '../../features/library/care/care-store.ts';
import { createNotesStore } from '../../features/library/notes/notes-store.ts';
import { createLibraryStore } from '../../features/library/store/library-store.ts';
import { createModelStore } from '../../features/model/store/model-store.ts';
import { createDesktopOutbox } from '../../features/publish/desktop-outbox.ts';
import { createPublishStore } from '../../features/publish/publish-store.ts';
import { createServerStore } from '../../features/self-host/server-store.ts';
import { createLibrariesStore } from '../../features/settings/parts/libraries-store.ts';
import { createSettingsStore } from '../../features/settings/parts/settings-store.ts';
import { createUpdatesStore } from '../../features/settings/parts/updates-store.ts';
import { createOwnServerStore } from '../../features/settings/server/own-server-store.ts';
import { createHandOverStore } from '../../features/starters/hand-over-store.ts';
import { createStartersStore } from '../../features/starters/starters-store.ts';
import { createKeptStores, followOpened, showListsOf } from '../kept-stores.ts';

export type DesktopStores = ReturnType<typeof createDesktopStores>;

export function createDesktopStores(api: DesktopApi, openList: (name: string) => StoredList) {
  const session = createSessionStore(api);
  const loadPricing = async (guid: string) => {
    if (session.getState().session?.status !== 'signed-in') return null;
    const { pricing } = await api.call('pluginFormats', { guid });
    return pricing;
  };
  const unlocks = createUnlockRows(api);
  const outbox = createDesktopOutbox(api);
  const kept = createKeptStores(api, openList);
  const model = createModelStore({ api, loadPricing });
  followOpened(model, kept);
  const server = createServerStore(api);
  server.subscribe(({ server: now }, { server: before }) => {
    const name = nameOfServer(now);
    if (name !== null && name !== nameOfServer(before)) kept.recentModels.getState().follow(name);
  });
  session.subscribe(({ session: now }, { session: before }) => {
    if (now?.status !== 'signed-in') unlocks.getState().clear();
    if (nameOf(now) !== nameOf(before)) showListsOf(kept, nameOf(now));
  });
  return {
    browse: createBrowseStore(api),
    news: createNewsStore(),
    ...kept,
    model,
    downloads: createDownloadsStore(api),
    survey: createSurveyStore(api),
    library: createLibraryStore(api),
    care: createCareStore(api),
    notes: createNotesStore(api),
    libraries: createLibrariesStore(api),
    settings: createSettingsStore(api),
    ownServer: createOwnServerStore(api),
    updates: createUpdatesStore(api),
    server,
    session,
    unlocks,
    approvals: createApprovalsStore(api, null),
    outbox,
    publish: createPublishStore({ api, outbox }),
    starters: createStartersStore(api),
    handOver: createHandOverStore(api),
  };
}

/** The bundled server gets a new address at each start. */
export const nameOfServer = (server: ServerState | null) =>
  (server?.kind === 'bundled' ? server.kind : server?.url) ?? null;

/** Identifies the signed-in user and server. */
const nameOf = (session: Session | null): string | null =>
  session?.status === 'signed-in' ? `${session.userName} at ${session.serverUrl}` : null;
