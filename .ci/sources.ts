import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const isSource = /\.(ts|tsx|mjs|cjs|css)$/;

/** Files of a folder that match, at any depth, as paths from the root. */
export function listFiles(folder: string, pattern: RegExp): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
}

export const readSource = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Every source file that people write. */
export const sources = ['server', 'src-main', 'src-renderer', 'plugins', 'test', '.ci']
  .flatMap((folder) => listFiles(folder, isSource))
  .filter((file) => !/(^|\/)(fixtures|generated)\/|\.generated\./.test(file));

export type Import = {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
  /** By `import()`, when it is needed. */
  readonly isLate: boolean;
};

/** The imports of a file: relative ones as paths from the root, packages by their name. */
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
