import type { ReactNode, RefObject } from 'react';
import type { ModelDetails } from '../../../server/contract/catalogue/discovery.ts';
import type { Actions } from '../../actions/actions.ts';
import type { WebApi } from '../../api/api.ts';
import type { ModelLink } from '../../features/browse/cards/model-marks.ts';
import type { ModelView } from '../../features/model/preview/model-view.tsx';
import type { Part } from '../../lib/part.ts';
import type { Navigation } from '../navigation.ts';
import type { OverlayStore } from '../overlays.tsx';
import type { ShownPageStore } from '../shown-page.ts';
import type { createWebStores } from './create-web-stores.ts';

export type ModelViewPart = Part<{
  readonly ModelView: typeof ModelView;
  readonly WebFiles: (props: { readonly context: WebContext; readonly details: ModelDetails }) => ReactNode;
}>;

/** Everything that the server's pages are composed from; created once per page load. */
export type WebContext = {
  readonly api: WebApi;
  readonly stores: ReturnType<typeof createWebStores>;
  readonly modelView: ModelViewPart;
  readonly navigation: Navigation;
  readonly shown: ShownPageStore;
  readonly actions: Actions;
  readonly searchInput: RefObject<HTMLInputElement | null>;
  readonly overlays: OverlayStore;
  readonly hrefOfModel: (model: ModelLink) => string;
  readonly openModel: (model: ModelLink) => void;
};
