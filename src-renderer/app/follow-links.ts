import { withoutSite } from '../lib/site-path.ts';
import type { Navigation } from './navigation.ts';
import { parseRoute } from './route.ts';

/** Turns clicks on links to our own pages into navigation without a reload; downloads and other sites stay links. */
export function followLinks(document: Document, navigation: Navigation): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || link.target !== '' || link.origin !== document.location.origin) return;
    const isHash = link.hash.startsWith('#/');
    const path = withoutSite(link.pathname);
    if (path === null) return;
    const route = parseRoute(isHash ? link.hash.slice(1) : path + link.search);
    if (route.name === 'not-found') return;
    event.preventDefault();
    navigation.go(route);
  });
}
