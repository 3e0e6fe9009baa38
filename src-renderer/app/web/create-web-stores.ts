import type { WebApi } from '../../api/api.ts';
import { createWebSessionStore } from '../../features/account/web-session-store.ts';
import { createApprovalsStore } from '../../features/approvals/approvals-store.ts';
import { createBrowseStore } from '../../features/browse/browse-store.ts';
import { createModelStore } from '../../features/model/model-store.ts';
import type { WebContext } from './web-context.ts';

export function createWebStores(api: WebApi): WebContext['stores'] {
  const session = createWebSessionStore(api);
  const loadPricing = async (guid: string) => {
    if (session.getState().user === null) return null;
    const { pricing } = await api.call('agentFormats', { guid });
    return pricing;
  };
  const model = createModelStore({ api, loadPricing });
  session.subscribe(({ user }, before) => {
    if (user?.id !== before.user?.id) model.getState().refreshPricing();
  });
  return { browse: createBrowseStore(api), model, session, approvals: createApprovalsStore(api) };
}
