import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const isSource = /\.(ts|tsx|mjs|cjs|css)$/;

/** Returns the matching files of a folder, at any depth, as paths from the root. */
export function listFiles(folder: string, pattern: RegExp): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
}

export const readSource = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Every handwritten source file. */
export const sources = ['server', 'src-main', 'src-renderer', 'plugins', 'test', '.ci']
  .flatMap((folder) => listFiles(folder, isSource))
  .filter((file) => !/(^|\/)(fixtures|generated)\/|\.generated\./.test(file));

export type Import = {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
  /** Imported by `import()`, on demand. */
  readonly isLate: boolean;
};

/** Returns the imports of a file: relative ones as paths from the root, packages by name. */
function readImports(from: string): Import[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^;'"]*?from\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g;
  return [...readSource(from).matchAll(pattern)].map(([, type, named, dynamic, bare]) => {
    const wanted = named ?? dynamic ?? bare ?? '';
    const to = wanted.startsWith('.') ? path.posix.join(path.posix.dirname(from), wanted) : wanted;
    return { from, to, isType: type !== undefined, isLate: dynamic !== undefined };
  });
}

export const imports: readonly Import[] = sources
  .filter((file) => /\.(ts|tsx)$/.test(file))
  .flatMap(readImports);

export const isPackage = ({ to }: Import) => !/^(server|src-main|src-renderer|plugins|test|\.ci)\//.test(to);
