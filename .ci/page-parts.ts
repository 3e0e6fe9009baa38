import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { pageParts } from '../server/contract/pages.ts';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const frame = 'src-renderer/web.tsx';

/**
 * Writes `pages.json`: the scripts and styles of each web page, besides those in `web.html`. The server lists them in
 * the page, so that a browser fetches all of them at once.
 */
export const listPageParts = (root: string): Plugin => ({
  name: 'list-page-parts',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const known = new Set(listFiles(bundle, findChunk(bundle, root, frame)));
      const parts = [...new Set(Object.values(pageParts))].map((part) => {
        const files = listFiles(bundle, findChunk(bundle, root, `src-renderer/app/web/web-${part}.tsx`));
        requireOwn(part, files);
        return [part, files.filter((file) => !known.has(file))] as const;
      });
      const source = JSON.stringify(Object.fromEntries(parts));
      this.emitFile({ type: 'asset', fileName: 'pages.json', source });
    },
  },
});

/** Code that two pages share belongs in `pages` or `others`; otherwise, one page would load all of the other. */
function requireOwn(part: string, files: readonly string[]): void {
  const other = files.find((file) => /\/web-/.test(file) && !file.includes(`/web-${part}-`));
  if (other !== undefined) throw new Error(`The page "${part}" loads ${other}: see page-chunks.ts.`);
}

function findChunk(bundle: Bundle, root: string, file: string): Chunk {
  const id = path.join(root, file);
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const chunk =
    chunks.find(({ facadeModuleId }) => facadeModuleId === id) ??
    chunks.find(({ moduleIds }) => moduleIds.includes(id));
  if (chunk === undefined) throw new Error(`${file} is in no chunk.`);
  return chunk;
}

/** Returns a chunk and the files that it needs before it runs: scripts and their styles. */
function listFiles(bundle: Bundle, chunk: Chunk, seen = new Set<string>()): readonly string[] {
  if (seen.has(chunk.fileName)) return [];
  seen.add(chunk.fileName);
  const imported = chunk.imports.flatMap((name) => {
    const other = bundle[name];
    return other?.type === 'chunk' ? listFiles(bundle, other, seen) : [];
  });
  return [...imported, chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])];
}
