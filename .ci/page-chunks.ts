import path from 'node:path';
import type { Rolldown } from 'vite';
import { pageParts } from '../server/contract/pages.ts';

type Context = Rolldown.ChunkingContext;
type Group = Rolldown.CodeSplittingGroup;

/** The entry module of each page's code. */
const pageRoots = [...new Set(Object.values(pageParts))].map((part) => `app/web/web-${part}.tsx`);

/** The list of models, which most users see first. */
const [firstPage] = pageRoots;

/** Code that pages load to render a model. */
const drawingRoots = ['viewer/open-viewer.ts', 'viewer/create-painter.ts'];

/**
 * Groups modules into few files per web page, as a phone fetches them one after another: `base`, also needed by the
 * page that renders posters; `frame`, which all pages have; `pages`, shared by several pages or with the code that
 * renders models, including the list of models; `others`, the same without that list; and one for each page.
 */
export function groupPages(renderer: string): readonly Group[] {
  const from = (file: string) => path.join(renderer, file);
  const entry = from('web.tsx');
  let found: ReturnType<typeof listParts> | null = null;

  function listParts(context: Context) {
    const parts = pageRoots.map((file) => listReached(from(file), context));
    return {
      frame: listReached(entry, context),
      posters: listReached(from('posters/start.ts'), context),
      drawing: new Set(drawingRoots.flatMap((file) => [...listReached(from(file), context)])),
      parts,
    };
  }
  const nameOf = (id: string, context: Context): string | null => {
    found ??= listParts(context);
    const { frame, posters, drawing, parts } = found;
    // A page's entry stays with it: other pages that load the frame would otherwise start that page too.
    if (id === entry) return null;
    if (frame.has(id)) return posters.has(id) ? 'base' : 'frame';
    const [user, ...others] = pageRoots.filter((_, index) => parts[index]?.has(id));
    if (user === undefined) return null;
    const isShared = others.length > 0 || posters.has(id) || drawing.has(id);
    if (!isShared) return path.basename(user, '.tsx');
    return user === firstPage ? 'pages' : 'others';
  };
  return ['base', 'frame', 'pages', 'others', null].map((name, index) => ({
    debugName: name ?? 'page',
    name: (id, context) => {
      const wanted = nameOf(id, context);
      return name === null || wanted === name ? wanted : null;
    },
    priority: 10 - index,
  }));
}

/** Returns a module and everything it needs before it runs. */
function listReached(root: string, context: Context): ReadonlySet<string> {
  const reached = new Set([root]);
  for (const id of reached)
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  return reached;
}
