import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppLink } from '../../../src-main/platform/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import type { Navigation } from '../navigation.ts';

type ConnectLink = Extract<AppLink, { kind: 'connect' }>;
/** `asked` is the link that awaits the user's confirmation. */
export type LinkStore = StoreApi<{ readonly asked: ConnectLink | null; forget(): void }>;

type LinkApi = Api<'app.takeLink', 'link.arrived'>;

/** Follows the links that the system opens the app with: models at once, servers after a confirmation. */
export function createLinkStore(api: LinkApi, navigation: Navigation): LinkStore {
  const store: LinkStore = createStore((set) => ({ asked: null, forget: () => set({ asked: null }) }));
  const take = async () => {
    const link = await api.call('app.takeLink');
    if (link?.kind === 'connect') store.setState({ asked: link });
    if (link?.kind === 'model') navigation.go({ name: 'model', segment: link.guid, guid: link.guid });
  };
  const tryToTake = () => void take().catch(() => undefined); // a lost link can be opened again
  api.on('link.arrived', tryToTake);
  tryToTake();
  return store;
}
