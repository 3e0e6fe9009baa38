import { type AccountSectionName, accountSections } from '../features/account/account-sections.ts';
import { type AdminSection, adminSections } from '../features/admin/admin-sections.ts';
import { type SettingsSectionName, settingsSections } from '../features/settings/settings-sections.ts';

/** Every page of both entries; the addresses are the same, after a `#` in the desktop's window. */
export type Route =
  | { readonly name: 'browse'; readonly search: string }
  | {
      readonly name: 'model';
      readonly segment: string;
      readonly guid: string | null;
      /** The file that a link requests: lod and format. */
      readonly search?: string;
    }
  | { readonly name: 'favourites' }
  | { readonly name: 'collections' }
  | { readonly name: 'collection'; readonly id: string }
  | { readonly name: 'projects' }
  | { readonly name: 'project'; readonly id: string }
  | { readonly name: 'library' }
  | { readonly name: 'downloads' }
  | { readonly name: 'plugins' }
  | { readonly name: 'settings'; readonly section?: SettingsSectionName }
  | { readonly name: 'server' }
  | { readonly name: 'sign-in'; readonly next: string | null }
  | { readonly name: 'account'; readonly section?: AccountSectionName }
  | { readonly name: 'publish' }
  | { readonly name: 'approve'; readonly sessionId: string | null }
  | {
      readonly name: 'admin';
      readonly section: AdminSection;
      readonly id: string | null;
      /** The filter of the section's rows. */
      readonly search?: string;
    }
  | { readonly name: 'not-found'; readonly path: string };

const plainRoutes = [
  'favourites',
  'collections',
  'projects',
  'library',
  'downloads',
  'plugins',
  'settings',
  'server',
  'publish',
] as const;

/** Parses path and query; `guid` comes from the browser's history entry. */
export function parseRoute(address: string, guid: string | null = null): Route {
  const [path = '/', search = ''] = address.split('#')[0]?.split('?', 2) ?? [];
  if (path === '/' || path === '') return { name: 'browse', search };
  const [, first, second, ...rest] = path.replace(/\/$/, '').split('/');
  const plain = plainRoutes.find((name) => name === first);
  if (plain !== undefined && second === undefined) return { name: plain };
  if (first === 'sign-in' && second === undefined)
    return { name: 'sign-in', next: new URLSearchParams(search).get('next') };
  if (first === 'approve' && second === undefined) return { name: 'approve', sessionId: null };
  if (first === 'account' && rest.length === 0) return parseAccount(path, second);
  if (first === 'settings' && rest.length === 0) return parseSettings(path, second);
  if (first === 'admin') return parseAdmin(path, [second, ...rest], search);
  if (second === undefined || rest.length > 0) return { name: 'not-found', path };
  const part = decodePart(second);
  if (first === 'model') return { name: 'model', segment: part, guid, ...(search !== '' && { search }) };
  return parseOne(path, first, part);
}

function parseOne(path: string, first: string | undefined, id: string): Route {
  if (first === 'collections') return { name: 'collection', id };
  if (first === 'projects') return { name: 'project', id };
  return first === 'approve' ? { name: 'approve', sessionId: id } : { name: 'not-found', path };
}

export function formatRoute(route: Route): string {
  switch (route.name) {
    case 'browse':
      return route.search === '' ? '/' : `/?${route.search}`;
    case 'model':
      return `/model/${encodeURIComponent(route.segment)}${route.search === undefined ? '' : `?${route.search}`}`;
    case 'collection':
      return `/collections/${encodeURIComponent(route.id)}`;
    case 'project':
      return `/projects/${encodeURIComponent(route.id)}`;
    case 'sign-in':
      return route.next === null ? '/sign-in' : `/sign-in?${new URLSearchParams({ next: route.next })}`;
    case 'approve':
      return route.sessionId === null ? '/approve' : `/approve/${encodeURIComponent(route.sessionId)}`;
    case 'admin': {
      const section = route.section === 'overview' ? '/admin' : `/admin/${route.section}`;
      const address = route.id === null ? section : `${section}/${encodeURIComponent(route.id)}`;
      return route.search === undefined || route.search === '' ? address : `${address}?${route.search}`;
    }
    case 'account':
    case 'settings':
      return route.section === undefined ? `/${route.name}` : `/${route.name}/${route.section}`;
    case 'not-found':
      return route.path;
    default:
      return `/${route.name}`;
  }
}

function parseAccount(path: string, part: string | undefined): Route {
  if (part === undefined) return { name: 'account' };
  const section = accountSections.find((name) => name === part);
  return section === undefined ? { name: 'not-found', path } : { name: 'account', section };
}

function parseSettings(path: string, part: string | undefined): Route {
  const section = settingsSections.find((name) => name === part);
  return section === undefined ? { name: 'not-found', path } : { name: 'settings', section };
}

function parseAdmin(
  path: string,
  [part = 'overview', id, ...rest]: readonly (string | undefined)[],
  search: string,
): Route {
  const section = adminSections.find(({ name }) => name === part)?.name;
  const isKnown =
    section !== undefined &&
    rest.length === 0 &&
    (id === undefined || section === 'people' || section === 'library');
  if (!isKnown) return { name: 'not-found', path };
  const place = id === undefined ? null : decodePart(id);
  return { name: 'admin', section, id: place, ...(search !== '' && { search }) };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
