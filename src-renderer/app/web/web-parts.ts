import { createPart, type Part } from '../../lib/part.ts';
import type { FindPart } from '../shown-page.ts';

/** The parts of the web pages besides their frame. Each is loaded shortly before or when it is needed. */
export const createWebParts = (publishing: Part<unknown>) => ({
  catalogue: createPart(() => import('./web-catalogue.tsx')),
  model: createPart(() => import('./web-model.tsx')),
  view: createPart(() => import('./web-view.ts')),
  signIn: createPart(() => import('./web-sign-in.tsx')),
  account: createPart(() => import('./web-account.tsx')),
  projects: createPart(() => import('./web-projects.tsx')),
  publish: createPart(async () => {
    const [page] = await Promise.all([import('./web-publish.tsx'), publishing.load()]);
    return page;
  }),
  approve: createPart(() => import('./web-approve.tsx')),
  admin: createPart(() => import('./web-admin.tsx')),
});

export type WebParts = ReturnType<typeof createWebParts>;

export const createFindPart =
  (parts: WebParts): FindPart =>
  ({ name }) => {
    switch (name) {
      case 'browse':
      case 'favourites':
      case 'collections':
      case 'collection':
        return parts.catalogue;
      case 'projects':
      case 'project':
        return parts.projects;
      case 'sign-in':
        return parts.signIn;
      case 'model':
      case 'account':
      case 'publish':
      case 'approve':
      case 'admin':
        return parts[name];
      default:
        return null;
    }
  };
