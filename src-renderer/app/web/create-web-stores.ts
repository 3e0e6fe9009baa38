import type { WebApi } from '../../api/api.ts';
import { openStoredList } from '../../data/stored-list.ts';
import { createWebSessionStore } from '../../features/account/web-session-store.ts';
import { createApprovalsStore } from '../../features/approvals/approvals-store.ts';
import { createBrowseStore } from '../../features/browse/store/browse-store.ts';
import { createNewsStore } from '../../features/browse/store/news-store.ts';
import { createAccountNotesStore } from '../../features/library/notes/account-notes-store.ts';
import { createModelStore } from '../../features/model/store/model-store.ts';
import { createPart } from '../../lib/part.ts';
import { sitePath } from '../../lib/site-path.ts';
import { createKeptStores, followOpened, showListsOf } from '../kept-stores.ts';

/** Creates the stores, which live as long as the page. */
export function createWebStores(api: WebApi) {
  const session = createWebSessionStore(api, () => window.location.assign(`${sitePath}/auth/oidc/sign-out`));
  const loadPricing = async (guid: string) => {
    if (session.getState().user === null) return null;
    const { pricing } = await api.call('agentFormats', { guid });
    return pricing;
  };
  const model = createModelStore({ api, loadPricing });
  // Most users never upload a file.
  const publishing = createPart(async () => {
    const { createWebPublishing } = await import('./web-publishing.ts');
    return createWebPublishing(api);
  });
  session.subscribe(({ user }, before) => {
    if (user?.id === before.user?.id) return;
    model.getState().refreshPricing();
    publishing
      .read()
      ?.publish.getState()
      .startOver(before.user !== null);
  });
  const kept = createKeptStores(api, openStoredList);
  kept.recentModels.getState().follow(sitePath);
  followOpened(model, kept);
  const notes = createAccountNotesStore(api);
  session.subscribe(({ user }, before) => {
    if (user?.id === before.user?.id) return;
    showListsOf(kept, user?.id ?? null);
    if (user === null) kept.recentModels.getState().clear(); // someone else may sign in next
    notes.setState({ notes: new Map(), error: null });
  });
  return {
    browse: createBrowseStore(api),
    news: createNewsStore(),
    ...kept,
    model,
    session,
    publishing,
    notes,
    approvals: createApprovalsStore(api, api),
  };
}
