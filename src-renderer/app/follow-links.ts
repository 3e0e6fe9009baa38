import { withoutSite } from '../lib/site-path.ts';
import type { Navigation } from './navigation.ts';
import { parseRoute, type Route } from './route.ts';

/** Turns clicks on links to our own pages into navigation without a reload; downloads and other sites stay links. */
export function followLinks(document: Document, navigation: Navigation): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const route = findLinkedRoute(event);
    if (route === null) return;
    event.preventDefault();
    navigation.go(route);
  });
}

/** The page of ours that the link under the pointer, or with the focus, leads to. */
export function findLinkedRoute({ target }: Event): Route | null {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || link.target !== '' || link.origin !== link.ownerDocument.location.origin) return null;
  const isHash = link.hash.startsWith('#/');
  const path = withoutSite(link.pathname);
  if (path === null) return null;
  const route = parseRoute(isHash ? link.hash.slice(1) : path + link.search);
  return route.name === 'not-found' ? null : route;
}
