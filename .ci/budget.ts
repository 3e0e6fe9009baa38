import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listAvoidedNames } from './glossary.ts';
import { imports, isPackage, listFiles, readSource, sources } from './sources.ts';

/**
 * Bounds the size of the project. `budget.json` has the current figures; the check fails when one grows, unless the
 * commit that raises it has a line `Budget: <why>`. `node .ci/budget.ts --write` records the current figures.
 */
const file = path.join(import.meta.dirname, 'budget.json');
/** Lines may grow by this share before the check fails. */
const tolerance = 0.01;

type Figures = Record<string, number>;

const countLines = (names: readonly string[]) =>
  names.reduce((sum, name) => sum + readSource(name).split('\n').length - 1, 0);
const isWritten = (name: string) => !/(^|\/)(fixtures|generated)\/|\.generated\./.test(name);
const folderOf = (name: string) => path.posix.dirname(name);
const isProduct = (name: string) => /^(server|src-main|src-renderer)\//.test(name);
const own = imports.filter((one) => !isPackage(one));

/** Comments that do not start like an English sentence, and words that a reader stumbles over. */
const odd =
  /(?:^\s*(?:\/\/|\/?\*\*?)|\s\/\/) *(?:(?:Of|Whoever|Whatever) [a-z]|.*\b(?:[Nn]obody|[Ww]hoever|anew|tells? of|of those (?:that|which)|is another one)\b)/;

/** A folder and one inside it count as one. */
const areApart = (one: string, other: string) =>
  !`${one}/`.startsWith(`${other}/`) && !`${other}/`.startsWith(`${one}/`);

function countTwoWayPairs(): number {
  const edges = new Set(
    own
      .filter(({ from, to }) => isProduct(from) && areApart(folderOf(from), folderOf(to)))
      .map(({ from, to }) => `${folderOf(from)} ${folderOf(to)}`),
  );
  return [...edges].filter((edge) => edges.has(edge.split(' ').toReversed().join(' '))).length / 2;
}

/** Counts modules that would read better in their only importer, except those loaded lazily or tested alone. */
function countCrumbs(): number {
  const importers = Map.groupBy(own, ({ to }) => to);
  return sources.filter((name) => {
    const made = importers.get(name) ?? [];
    const [user, ...others] = new Set(made.map(({ from }) => from));
    const isAlone = user !== undefined && others.length === 0 && folderOf(user) === folderOf(name);
    const isFree = made.some(({ isLate }) => isLate) || /\.css$|\/text\/de\//.test(name);
    return isProduct(name) && isAlone && !isFree && countLines([name]) < 25;
  }).length;
}

function measure(): Figures {
  const tops = ['server', 'src-main', 'src-renderer', 'plugins', 'test'] as const;
  const code = /\.(tsx?|css|sql|cs|ms|py|gd|mjs|cjs)$/;
  const lines = tops.map((top) => [`lines in ${top}`, countLines(listFiles(top, code).filter(isWritten))]);
  const pages = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).split('\n').filter(Boolean);
  const modules = sources.filter((name) => /\.(ts|tsx)$/.test(name) && isProduct(name));
  const perFolder = Map.groupBy(modules, folderOf).values();
  const perFile = Map.groupBy(
    own.filter(({ from }) => isProduct(from)),
    ({ from }) => from,
  ).values();
  return {
    ...Object.fromEntries(lines),
    'bytes of documentation': pages.reduce((sum, name) => sum + Buffer.byteLength(readSource(name)), 0),
    'folders with more than 25 files': [...perFolder].filter((inside) => inside.length > 25).length,
    'files with more than 30 imports': [...perFile].filter((made) => made.length > 30).length,
    'pairs of folders that import each other': countTwoWayPairs(),
    'files under 25 lines with one importer beside them': countCrumbs(),
    'names that the glossary avoids': listAvoidedNames().length,
    'comments in odd English': sources.reduce(
      (sum, name) =>
        sum +
        readSource(name)
          .split('\n')
          .filter((line) => odd.test(line)).length,
      0,
    ),
  };
}

/** Returns figures that the last change of the budget raised without a reason in its commit. */
function findUnexplained(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' });
  try {
    const commit = git('log', '-1', '--format=%H', '--', file).trim();
    if (/^Budget: .+/m.test(git('log', '-1', '--format=%B', commit))) return [];
    const name = path.relative(git('rev-parse', '--show-toplevel').trim(), file);
    const before: Figures = JSON.parse(git('show', `${commit}^:${name}`));
    const after: Figures = JSON.parse(git('show', `${commit}:${name}`));
    return Object.keys(after).filter((key) => (after[key] ?? 0) > (before[key] ?? Infinity));
  } catch {
    return []; // no history, or this is the first budget
  }
}

const allowedOf = (name: string, figure: number) =>
  /^(lines|bytes)/.test(name) ? Math.floor(figure * (1 + tolerance)) : figure;

/** Returns a sentence for each figure above the budget. */
export const listGrown = (found: Figures, budget: Figures): string[] =>
  Object.entries(found)
    .filter(([name, figure]) => figure > allowedOf(name, budget[name] ?? 0))
    .map(([name, figure]) => `${name}: ${figure}, was ${budget[name] ?? 0}.`);

function check(): boolean {
  const grown = listGrown(measure(), JSON.parse(readFileSync(file, 'utf8')));
  const unexplained = findUnexplained();
  if (grown.length > 0)
    console.error(`${grown.join('\n')}
Make it smaller, or raise .ci/budget.json (node .ci/budget.ts --write) in a commit
whose message has a line "Budget: <why>". node .ci/glossary.ts lists the names to avoid.`);
  if (unexplained.length > 0)
    console.error(`The last commit of .ci/budget.json raised ${unexplained.join(', ')}, and its message has no line
"Budget: <why>". Add one with git commit --amend.`);
  return grown.length + unexplained.length === 0;
}

if (import.meta.main) {
  if (process.argv.includes('--write')) writeFileSync(file, `${JSON.stringify(measure(), null, 2)}\n`);
  else if (!check()) process.exitCode = 1;
}
