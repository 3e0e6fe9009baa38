import type { RefObject } from 'react';
import type { Actions } from '../../actions/actions.ts';
import type { WebApi } from '../../api/api.ts';
import type { WebSessionStore } from '../../features/account/web-session-store.ts';
import type { ApprovalsStore } from '../../features/approvals/approvals-store.ts';
import type { BrowseStore } from '../../features/browse/browse-state.ts';
import type { FavouritesStore } from '../../features/browse/favourites-store.ts';
import type { ModelLink } from '../../features/browse/model-marks.ts';
import type { NewsStore } from '../../features/browse/news-store.ts';
import type { RecentSearches } from '../../features/browse/recent-searches.ts';
import type { ModelStore } from '../../features/model/model-store.ts';
import type { Navigation } from '../navigation.ts';

/** Everything the server's pages are composed from; made once per page load. */
export type WebContext = {
  readonly api: WebApi;
  readonly stores: {
    readonly browse: BrowseStore;
    readonly news: NewsStore;
    readonly favourites: FavouritesStore;
    readonly favouriteModels: BrowseStore;
    readonly recent: RecentSearches;
    readonly model: ModelStore;
    readonly session: WebSessionStore;
    readonly approvals: ApprovalsStore;
  };
  readonly navigation: Navigation;
  readonly actions: Actions;
  readonly searchInput: RefObject<HTMLInputElement | null>;
  readonly hrefOfModel: (model: ModelLink) => string;
  readonly openModel: (model: ModelLink) => void;
};
