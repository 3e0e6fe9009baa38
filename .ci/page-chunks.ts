import path from 'node:path';
import type { Rolldown } from 'vite';
import { pageParts } from '../server/contract/pages.ts';

type Context = Rolldown.ChunkingContext;
type Group = Rolldown.CodeSplittingGroup;

/** Where the code of each page begins. */
const pageRoots = [...new Set(Object.values(pageParts))].map((part) => `app/web/web-${part}.tsx`);

/** The list of models, which most people see first. */
const [firstPage] = pageRoots;

/** Code that pages load once they draw a model. */
const drawingRoots = ['viewer/open-viewer.ts', 'viewer/create-painter.ts'];

/**
 * Few files for each web page, as a phone fetches them one behind the other: `base`, which the page that draws posters
 * needs too; `frame`, which all pages have; `pages`, which several have or share with the code that draws models, the list
 * of models among them; `others`, the same without that list; and one for each page.
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
    // What starts a page stays with it: others that load the frame would start that page too.
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

/** A module and all that it needs before it runs. */
function listReached(root: string, context: Context): ReadonlySet<string> {
  const reached = new Set([root]);
  for (const id of reached)
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  return reached;
}
