import type { ServerState, Session } from '../../../src-main/platform/ipc/contract.ts';
import type { DesktopApi } from '../../api/api.ts';
import type { PagedRowsStore } from '../../data/paged-rows.ts';
import type { StoredList } from '../../data/stored-list.ts';
import { createUnlockRows, type Entitlement } from '../../features/account/account-lists.ts';
import { createSessionStore, type SessionStore } from '../../features/account/session-store.ts';
import { type ApprovalsStore, createApprovalsStore } from '../../features/approvals/approvals-store.ts';
import type { BrowseStore } from '../../features/browse/store/browse-state.ts';
import { createBrowseStore } from '../../features/browse/store/browse-store.ts';
import { createNewsStore, type NewsStore } from '../../features/browse/store/news-store.ts';
import { createDownloadsStore, type DownloadsStore } from '../../features/downloads/downloads-store.ts';
import { createSurveyStore, type SurveyStore } from '../../features/downloads/survey-store.ts';
import { type CareStore, createCareStore } from '../../features/library/care/care-store.ts';
import { createNotesStore, type NotesStore } from '../../features/library/notes/notes-store.ts';
import { createLibraryStore, type LibraryStore } from '../../features/library/store/library-store.ts';
import { createModelStore, type ModelStore } from '../../features/model/store/model-store.ts';
import { createDesktopOutbox } from '../../features/publish/desktop-outbox.ts';
import type { Outbox } from '../../features/publish/outbox.ts';
import { createPublishStore, type PublishStore } from '../../features/publish/publish-store.ts';
import { createServerStore, type ServerStore } from '../../features/self-host/server-store.ts';
import { createLibrariesStore, type LibrariesStore } from '../../features/settings/parts/libraries-store.ts';
import { createSettingsStore, type SettingsStore } from '../../features/settings/parts/settings-store.ts';
import { createUpdatesStore, type UpdatesStore } from '../../features/settings/parts/updates-store.ts';
import {
  createOwnServerStore,
  type OwnServerStore,
} from '../../features/settings/server/own-server-store.ts';
import { createHandOverStore, type HandOverStore } from '../../features/starters/hand-over-store.ts';
import { createStartersStore, type StartersStore } from '../../features/starters/starters-store.ts';
import { createKeptStores, followOpened, type KeptStores, showListsOf } from '../kept-stores.ts';

export type DesktopStores = KeptStores & {
  readonly browse: BrowseStore;
  readonly news: NewsStore;
  readonly model: ModelStore;
  readonly downloads: DownloadsStore;
  readonly survey: SurveyStore;
  readonly library: LibraryStore;
  readonly care: CareStore;
  readonly notes: NotesStore;
  readonly libraries: LibrariesStore;
  readonly settings: SettingsStore;
  readonly ownServer: OwnServerStore;
  readonly updates: UpdatesStore;
  readonly server: ServerStore;
  readonly session: SessionStore;
  readonly unlocks: PagedRowsStore<Entitlement>;
  readonly approvals: ApprovalsStore;
  readonly outbox: Outbox;
  readonly publish: PublishStore;
  readonly starters: StartersStore;
  readonly handOver: HandOverStore;
};

export function createDesktopStores(api: DesktopApi, openList: (name: string) => StoredList): DesktopStores {
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

/** The app's own server has another address at each start. */
export const nameOfServer = (server: ServerState | null) =>
  (server?.kind === 'bundled' ? server.kind : server?.url) ?? null;

/** Who is signed in, and where. */
const nameOf = (session: Session | null): string | null =>
  session?.status === 'signed-in' ? `${session.userName} at ${session.serverUrl}` : null;
