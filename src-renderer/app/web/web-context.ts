import type { ReactNode, RefObject } from 'react';
import type { ModelDetails } from '../../../server/contract/catalogue/discovery.ts';
import type { Actions } from '../../actions/actions.ts';
import type { WebApi } from '../../api/api.ts';
import type { WebSessionStore } from '../../features/account/web-session-store.ts';
import type { ApprovalsStore } from '../../features/approvals/approvals-store.ts';
import type { ModelLink } from '../../features/browse/cards/model-marks.ts';
import type { BrowseStore } from '../../features/browse/store/browse-state.ts';
import type { NewsStore } from '../../features/browse/store/news-store.ts';
import type { NotesStore } from '../../features/library/notes/notes-store.ts';
import type { ModelView } from '../../features/model/preview/model-view.tsx';
import type { ModelStore } from '../../features/model/store/model-store.ts';
import type { Outbox } from '../../features/publish/outbox.ts';
import type { PublishStore } from '../../features/publish/publish-store.ts';
import type { Part } from '../../lib/part.ts';
import type { KeptStores } from '../kept-stores.ts';
import type { Navigation } from '../navigation.ts';
import type { OverlayStore } from '../overlays.tsx';
import type { ShownPageStore } from '../shown-page.ts';

export type ModelViewPart = Part<{
  readonly ModelView: typeof ModelView;
  readonly WebFiles: (props: { readonly context: WebContext; readonly details: ModelDetails }) => ReactNode;
}>;

/** Everything the server's pages are composed from; made once per page load. */
export type WebContext = {
  readonly api: WebApi;
  readonly stores: KeptStores & {
    readonly browse: BrowseStore;
    readonly news: NewsStore;
    readonly model: ModelStore;
    readonly session: WebSessionStore;
    readonly approvals: ApprovalsStore;
    readonly notes: NotesStore;
    /** Lives as long as the page is loaded, so that uploads continue while a person looks at something else. */
    readonly publish: PublishStore;
    readonly outbox: Outbox;
  };
  /** A model within another page. */
  readonly modelView: ModelViewPart;
  readonly navigation: Navigation;
  readonly shown: ShownPageStore;
  readonly actions: Actions;
  readonly searchInput: RefObject<HTMLInputElement | null>;
  readonly overlays: OverlayStore;
  readonly hrefOfModel: (model: ModelLink) => string;
  readonly openModel: (model: ModelLink) => void;
};
