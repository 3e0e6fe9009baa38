import type { WebApi } from '../../api/api.ts';
import { openStoredList } from '../../data/stored-list.ts';
import { createWebSessionStore } from '../../features/account/web-session-store.ts';
import { createApprovalsStore } from '../../features/approvals/approvals-store.ts';
import { createBrowseStore } from '../../features/browse/store/browse-store.ts';
import { createNewsStore } from '../../features/browse/store/news-store.ts';
import { createAccountNotesStore } from '../../features/library/notes/account-notes-store.ts';
import { createModelStore } from '../../features/model/store/model-store.ts';
import { createKeptWishes } from '../../features/publish/kept-wishes.ts';
import { createPublishStore } from '../../features/publish/publish-store.ts';
import { createWebOutbox } from '../../features/publish/web-outbox.ts';
import { createPart } from '../../lib/part.ts';
import { sitePath } from '../../lib/site-path.ts';
import { createKeptStores, followOpened, showListsOf } from '../kept-stores.ts';

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const sendRaw = (address: string, init: RequestInit) => window.fetch(`${sitePath}${address}`, init);

/** Most people never send a file. */
const hashing = createPart(() => import('../../features/publish/hash-file.ts'));
const sending = createPart(() => import('../../features/publish/send-file.ts'));

/** They live as long as the page is loaded, so that uploads continue while a person looks at something else. */
export function createWebStores(api: WebApi) {
  const session = createWebSessionStore(api, () => window.location.assign(`${sitePath}/auth/oidc/sign-out`));
  const loadPricing = async (guid: string) => {
    if (session.getState().user === null) return null;
    const { pricing } = await api.call('agentFormats', { guid });
    return pricing;
  };
  const model = createModelStore({ api, loadPricing });
  const outbox = createWebOutbox({
    ...{ api, wait, kept: createKeptWishes(() => window.sessionStorage) },
    async hash(file, signal) {
      const { hashFile } = await hashing.load();
      return hashFile(file, signal);
    },
    async createSender(csrfToken) {
      const { createFileSender } = await sending.load();
      return createFileSender({ fetch: sendRaw, csrfToken, wait });
    },
  });
  const publish = createPublishStore({ api, outbox });
  session.subscribe(({ user }, before) => {
    if (user?.id === before.user?.id) return;
    model.getState().refreshPricing();
    publish.getState().startOver(before.user !== null);
  });
  const kept = createKeptStores(api, openStoredList);
  kept.recentModels.getState().follow(sitePath);
  followOpened(model, kept);
  const notes = createAccountNotesStore(api);
  session.subscribe(({ user }, before) => {
    if (user?.id === before.user?.id) return;
    showListsOf(kept, user?.id ?? null);
    if (user === null) kept.recentModels.getState().clear(); // another person may come
    notes.setState({ notes: new Map(), error: null });
  });
  return {
    browse: createBrowseStore(api),
    news: createNewsStore(),
    ...kept,
    model,
    session,
    publish,
    outbox,
    notes,
    approvals: createApprovalsStore(api, api),
  };
}
