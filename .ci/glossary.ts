import { listFiles, readSource } from './sources.ts';

/** Avoided for a term of the glossary, and right for something else: a *store* of state, the *lock* of a file. */
const ordinary = new Set(
  `archived author block cache client comment deleted detect error folder generated host hub image import item label
  licence link lock manifest need owner preview product production program push quality release repository resolution
  sidecar store submit worker`.split(/\s+/),
);

/** The single words of the glossary's last column that have no other sense in this project. */
export const listAvoided = (glossary: string): ReadonlySet<string> =>
  new Set(
    glossary
      .split('\n')
      .flatMap((row) => row.match(/^\| .+? \| .+ \| ([^|]+) \|$/)?.[1]?.replace(/\([^)]*\)/g, '') ?? [])
      .flatMap((words) => words.split(','))
      .map((word) => word.trim().toLowerCase().replace('-', ''))
      .filter((word) => /^[a-z]+$/.test(word) && word !== 'avoid' && !ordinary.has(word)),
  );

const singular = (word: string) => word.replace(/ves$/, 'f').replace(/ies$/, 'y').replace(/s$/, '');

/** Names of files, functions, values and types in a source that contain an avoided word. */
export function findAvoided(file: string, source: string, avoided: ReadonlySet<string>): string[] {
  const base = file.split('/').at(-1)?.split('.')[0] ?? '';
  const declared = source.matchAll(/\b(?:const|function|class|type)\s+(\w+)/g);
  return [base, ...[...declared].map(([, name = '']) => name)].filter((name) =>
    (name.match(/[A-Z]?[a-z]+/g) ?? []).some((part) => avoided.has(singular(part.toLowerCase()))),
  );
}

/** Every such name of the product, as `file: name`. */
export function listAvoidedNames(): string[] {
  const avoided = listAvoided(readSource('docs/glossary.md'));
  return ['server', 'src-main', 'src-renderer']
    .flatMap((top) => listFiles(top, /\.tsx?$/))
    .filter((file) => !file.includes('.generated.'))
    .flatMap((file) => findAvoided(file, readSource(file), avoided).map((name) => `${file}: ${name}`));
}

if (import.meta.main) console.log(listAvoidedNames().join('\n'));
