import path from 'node:path';
import { readSource, sources } from './sources.ts';

const isProduct = (file: string) => /^(server|src-main|src-renderer)\/.*\.tsx?$/.test(file);
const fileOf = (from: string, to: string) => path.posix.join(path.posix.dirname(from), to);

/** Returns `file#name` for each imported name, and `file#*` if all are imported. */
function listImported(): ReadonlySet<string> {
  const imported = new Set<string>();
  for (const from of sources.filter((file) => /\.(tsx?|mjs)$/.test(file))) {
    const text = readSource(from);
    for (const [, names = '', to = ''] of text.matchAll(
      /(?:import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?\{([^}]*)\}\s*from\s*'([^']+)'/g,
    ))
      for (const [, name] of names.matchAll(/(?:^|,)\s*(?:type\s+)?(\w+)/g))
        imported.add(`${fileOf(from, to)}#${name}`);
    for (const [, all, late] of text.matchAll(/\*[^';]*from\s*'([^']+)'|import\(\s*'([^']+)'/g))
      imported.add(`${fileOf(from, all ?? late ?? '')}#*`);
  }
  return imported;
}

/** Returns exports of the product that no other file imports. */
export function listUnusedExports(): string[] {
  const imported = listImported();
  return sources
    .filter((file) => isProduct(file) && !imported.has(`${file}#*`))
    .flatMap((file) =>
      [...readSource(file).matchAll(/^export (?:async )?(?:const|function\*?|class|type) (\w+)/gm)].map(
        ([, name]) => `${file}#${name}`,
      ),
    )
    .filter((one) => !imported.has(one));
}
