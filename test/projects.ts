import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Which project a test file belongs to follows from what it imports, directly or through other files of test/, so that
 * no list has to be kept and no name has to be right.
 */
type Project = 'unit' | 'postgres' | 'renderer' | 'process' | 'browser' | 'plugins';

const root = path.resolve(import.meta.dirname, '..');
const pattern = /\bfrom\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|(?:^|\n)import\s+['"]([^'"]+)['"]/g;

/** What only a browser runs. */
const browserImports = new Set(['playwright', 'test/helpers/poster-browser.ts']);
/** What starts processes or reads what the build made. */
const processImports = new Set([
  'node:child_process',
  '@modelcontextprotocol/client/stdio',
  'test/helpers/built.ts',
]);

function readImports(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(pattern)].map(([, named, late, bare]) => {
    const wanted = named ?? late ?? bare ?? '';
    return wanted.startsWith('.') ? path.posix.join(path.posix.dirname(file), wanted) : wanted;
  });
}

/** Everything that a file imports through files of test/, itself included; files that do not exist are left out. */
function reach(file: string, importsOf: (file: string) => readonly string[]): Set<string> {
  const reached = new Set([file]);
  for (const found of reached)
    if (found.startsWith('test/') && found.endsWith('.ts'))
      for (const to of importsOf(found)) reached.add(to);
  return reached;
}

/** The project of one test file, by the imports of every file of test/. */
function sortTest(file: string, importsOf: (file: string) => readonly string[] = readImports): Project {
  if (file.startsWith('test/plugins/')) return 'plugins';
  if (file.startsWith('test/server/on-postgres/')) return 'postgres';
  const reached = [...reach(file, importsOf)];
  if (reached.some((one) => browserImports.has(one))) return 'browser';
  if (reached.some((one) => processImports.has(one))) return 'process';
  return file.startsWith('test/src-renderer/') ? 'renderer' : 'unit';
}

/** Every test file of the folder test/, by project. */
export function sortTests(): Readonly<Record<Project, readonly string[]>> {
  const imports = new Map<string, readonly string[]>();
  const importsOf = (file: string) => {
    const found = imports.get(file) ?? readImports(file);
    imports.set(file, found);
    return found;
  };
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .map((file) => `test/${file.replaceAll(path.sep, '/')}`)
    .filter((file) => /\.test\.tsx?$/.test(file))
    .sort();
  const sorted = Map.groupBy(files, (file) => sortTest(file, importsOf));
  const of = (project: Project) => sorted.get(project) ?? [];
  return {
    ...{ unit: of('unit'), renderer: of('renderer'), process: of('process') },
    ...{ browser: of('browser'), plugins: of('plugins'), postgres: of('postgres') },
  };
}
