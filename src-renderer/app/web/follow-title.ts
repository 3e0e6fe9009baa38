import { followTexts, t } from '../../text/text.ts';
import type { Route } from '../route.ts';
import type { WebContext } from './web-context.ts';

type Parts = Pick<WebContext, 'stores' | 'navigation'> & { readonly document: Pick<Document, 'title'> };

/** Sets the title of the tab, bookmark and history entry to what the page shows. */
export function followTitle({ stores: { browse, model }, navigation, document }: Parts): void {
  const name = (route: Route): string | null => {
    switch (route.name) {
      case 'browse': {
        const q = browse.getState().selection.q.trim();
        return q === '' ? null : t('shell.titles.search', { query: q });
      }
      case 'model':
        return model.getState().details?.title ?? null;
      case 'admin':
        return t('shell.titles.admin');
      case 'sign-in':
      case 'account':
      case 'approve':
      case 'collection':
      case 'collections':
      case 'favourites':
      case 'project':
      case 'projects':
      case 'publish':
      case 'not-found':
        return t(`shell.titles.${route.name}`);
      default:
        return null;
    }
  };
  const follow = () => {
    const title = name(navigation.store.getState().route);
    const product = t('shell.product');
    const next = title === null ? product : t('shell.titles.page', { title, product });
    if (document.title !== next) document.title = next;
  };
  navigation.store.subscribe(follow);
  followTexts(follow);
  browse.subscribe(({ selection }, before) => selection !== before.selection && follow());
  model.subscribe(({ details }, before) => details !== before.details && follow());
  follow();
}
