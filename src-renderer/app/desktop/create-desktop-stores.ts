import type { DesktopApi } from '../../api/api.ts';
import { createUnlockRows, type Entitlement } from '../../features/account/account-lists.ts';
import { createSessionStore, type SessionStore } from '../../features/account/session-store.ts';
import { type ApprovalsStore, createApprovalsStore } from '../../features/approvals/approvals-store.ts';
import type { BrowseStore } from '../../features/browse/browse-state.ts';
import { createBrowseStore } from '../../features/browse/browse-store.ts';
import type { FavouritesStore } from '../../features/browse/favourites-store.ts';
import { createNewsStore, type NewsStore } from '../../features/browse/news-store.ts';
import type { RecentSearches } from '../../features/browse/recent-searches.ts';
import { createDownloadsStore, type DownloadsStore } from '../../features/downloads/downloads-store.ts';
import { createSurveyStore, type SurveyStore } from '../../features/downloads/survey-store.ts';
import { createLibraryStore, type LibraryStore } from '../../features/library/library-store.ts';
import { createModelStore, type ModelStore } from '../../features/model/model-store.ts';
import { createServerStore, type ServerStore } from '../../features/self-host/server-store.ts';
import { createSettingsStore, type SettingsStore } from '../../features/settings/settings-store.ts';
import { createHandOverStore, type HandOverStore } from '../../features/starters/hand-over-store.ts';
import { createStartersStore, type StartersStore } from '../../features/starters/starters-store.ts';
import type { PagedRowsStore } from '../../lib/paged-rows.ts';
import type { StoredList } from '../../lib/stored-list.ts';
import { createKeptStores } from '../kept-stores.ts';

export type DesktopStores = {
  readonly browse: BrowseStore;
  readonly news: NewsStore;
  readonly favourites: FavouritesStore;
  readonly favouriteModels: BrowseStore;
  readonly recent: RecentSearches;
  readonly model: ModelStore;
  readonly downloads: DownloadsStore;
  readonly survey: SurveyStore;
  readonly library: LibraryStore;
  readonly settings: SettingsStore;
  readonly server: ServerStore;
  readonly session: SessionStore;
  readonly unlocks: PagedRowsStore<Entitlement>;
  readonly approvals: ApprovalsStore;
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
  session.subscribe((state) => {
    if (state.session?.status !== 'signed-in') unlocks.getState().clear();
  });
  return {
    browse: createBrowseStore(api),
    news: createNewsStore(),
    ...createKeptStores(api, openList),
    model: createModelStore({ api, loadPricing }),
    downloads: createDownloadsStore(api),
    survey: createSurveyStore(api),
    library: createLibraryStore(api),
    settings: createSettingsStore(api),
    server: createServerStore(api),
    session,
    unlocks,
    approvals: createApprovalsStore(api, null),
    starters: createStartersStore(api),
    handOver: createHandOverStore(api),
  };
}
