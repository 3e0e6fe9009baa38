import type { RefObject } from 'react';
import type { Actions } from '../../actions/actions.ts';
import type { DesktopApi } from '../../api/api.ts';
import type { ModelLink } from '../../features/browse/cards/model-marks.ts';
import type { Navigation } from '../navigation.ts';
import type { OverlayStore } from '../overlays.tsx';
import type { Announcements } from './connect-stores.ts';
import type { DesktopStores } from './create-desktop-stores.ts';

import type { LinkStore } from './link-store.ts';

/** Everything that the desktop's pages are composed from; created once at startup. */
export type DesktopContext = {
  readonly api: DesktopApi;
  readonly stores: DesktopStores;
  readonly navigation: Navigation;
  readonly actions: Actions;
  readonly announcements: Announcements;
  readonly overlays: OverlayStore;
  readonly searchInput: RefObject<HTMLInputElement | null>;
  readonly isMac: boolean;
  readonly links: LinkStore;
  readonly hrefOfModel: (model: Pick<ModelLink, 'guid'>) => string;
  /** Opens a page of the connected server in the system's browser. */
  readonly openServerPage: (path: string) => void;
  readonly openModel: (model: Pick<ModelLink, 'guid'>) => void;
};
