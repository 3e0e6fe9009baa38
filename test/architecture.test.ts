import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sources as files, type Import, imports, isPackage, listFiles } from '../.ci/sources.ts';
import { listUnusedExports } from '../.ci/unused-exports.ts';

const root = path.resolve(import.meta.dirname, '..');
const inside = (folder: string) => (file: string) => file.startsWith(`${folder}/`);
const broken = (from: (file: string) => boolean, isAllowed: (found: Import) => boolean) =>
  imports
    .filter((found) => from(found.from) && !isAllowed(found))
    .map(({ from: file, to }) => `${file} → ${to}`);

const contract = inside('server/contract');
const shared = inside('server/shared');
const preload = 'src-main/preload.ts';

test('keeps the contract pure: zod and itself', () => {
  const found = broken(contract, ({ to }) => to === 'zod' || contract(to));

  expect(found).toEqual([]);
});

test('keeps what both sides compute pure: the contract and itself', () => {
  const found = broken(shared, ({ to }) => contract(to) || shared(to));

  expect(found).toEqual([]);
});

test('keeps the server free of the desktop', () => {
  const found = broken(
    inside('server'),
    (one) => (isPackage(one) && one.to !== 'electron') || inside('server')(one.to),
  );

  expect(found).toEqual([]);
});

/** The layers of the server, lowest first; a layer sees only those before it, and folders of one layer not each other. */
const layers = [
  ['contract'],
  ['shared'],
  ['base', 'config'],
  ['catalogue'],
  ['inspect'],
  ['files'],
  ['billing'],
  ['accounts'],
  ['shared-accounts'],
  ['downloads'],
  ['sources'],
  ['library', 'sync', 'posters', 'derive', 'starters', 'updates', 'blender-library', 'mcp', 'admin', 'site'],
  ['publish', 'projects', 'share'],
  ['app'],
];
const layerOf = (folder: string | undefined) => layers.findIndex((names) => names.includes(folder ?? ''));
const folderOf = (file: string) => /^server\/([^/.]+)(?:\/|\.ts$)/.exec(file)?.[1];

/** Above all layers: a command may use whatever the server has. */
const aboveLayers = ['commands'];

test('gives every folder of the server a layer', () => {
  const found = readdirSync(path.join(root, 'server'), { withFileTypes: true });

  const names = found.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  expect(names.toSorted()).toEqual([...layers.flat(), ...aboveLayers].toSorted());
});

test('lets no layer of the server import a higher one', () => {
  const found = broken(
    (file) => layerOf(folderOf(file)) !== -1,
    (one) => {
      const [from, to] = [folderOf(one.from), folderOf(one.to)];
      if (isPackage(one) || from === to || (from === 'base' && to === 'config')) return true;
      return layerOf(to) !== -1 && layerOf(to) < layerOf(from);
    },
  );

  expect(found).toEqual([]);
});

/** The same for the app's main process; its entry points, and the tools of developers, stand above all. */
const appLayers = [
  ['platform'],
  ['server-connection'],
  ['sign-in'],
  ['library'],
  ['downloads'],
  ['media', 'publish', 'notes', 'dcc', 'updates', 'own-server', 'doctor'],
  ['app'],
  ['agents'],
];
const appLayerOf = (file: string) => {
  const folder = /^src-main\/([^/]+)\//.exec(file)?.[1];
  return appLayers.findIndex((names) => names.includes(folder ?? ''));
};

test('gives every folder of the main process a layer', () => {
  const found = readdirSync(path.join(root, 'src-main'), { withFileTypes: true });

  const names = found.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  expect(names.toSorted()).toEqual([...appLayers.flat(), 'dev'].toSorted());
});

test('lets no layer of the main process import a higher one', () => {
  const topOf = (file: string) => file.split('/').slice(0, 2).join('/');
  const found = broken(
    (file) => appLayerOf(file) !== -1,
    ({ from, to }) =>
      !inside('src-main')(to) ||
      topOf(from) === topOf(to) ||
      (appLayerOf(to) !== -1 && appLayerOf(to) < appLayerOf(from)),
  );

  expect(found).toEqual([]);
});

test('has no two folders of the product that import each other', () => {
  const isWatched = (file: string) => /^(src-main|src-renderer|server)\//.test(file);
  const folder = path.posix.dirname;
  // A folder and one inside it are one room.
  const areApart = (one: string, other: string) =>
    !`${one}/`.startsWith(`${other}/`) && !`${other}/`.startsWith(`${one}/`);
  const arrows = new Set(
    imports
      .filter(({ from, to }) => isWatched(from) && isWatched(to) && areApart(folder(from), folder(to)))
      .map(({ from, to }) => `${folder(from)} → ${folder(to)}`),
  );

  expect([...arrows].filter((arrow) => arrows.has(arrow.split(' → ').toReversed().join(' → ')))).toEqual([]);
});

test('keeps folders of the product at 25 files, and their files at 30 imports', () => {
  const own = files.filter((file) => /^(src-main|src-renderer|server)\//.test(file) && /\.tsx?$/.test(file));
  const crowded = [...Map.groupBy(own, path.posix.dirname)].filter(([, names]) => names.length > 25);
  const wide = own.filter(
    (file) => imports.filter((one) => one.from === file && !isPackage(one)).length > 30,
  );

  expect([...crowded.map(([name]) => name), ...wide]).toEqual([]);
});

test('lets the main process import only the contract and what is shared', () => {
  const found = broken(
    (file) => inside('src-main')(file) && file !== preload,
    (one) => isPackage(one) || inside('src-main')(one.to) || contract(one.to) || shared(one.to),
  );

  expect(found).toEqual([]);
});

test('gives the preload nothing but electron and types', () => {
  const found = broken(
    (file) => file === preload,
    ({ to, isType }) => to === 'electron' || to === 'src-main/platform/ipc/channels.ts' || isType,
  );

  expect(found).toEqual([]);
});

/** Whether a file loads zod, itself or through what it imports. */
const needsZod = (file: string): boolean =>
  imports.some(({ from, to, isType }) => from === file && !isType && (to === 'zod' || needsZod(to)));

test('keeps zod, Node and electron out of the renderer', () => {
  const found = broken(inside('src-renderer'), ({ from, to, isType }) => {
    if (inside('src-renderer')(to)) return true;
    if (contract(to) || shared(to)) return isType || !needsZod(to);
    if (to === 'src-main/platform/ipc/contract.ts') return isType;
    if (/^three($|\/)/.test(to)) return /^src-renderer\/(posters|studio|viewer)\//.test(from);
    if (to === '@xmldom/xmldom') return from === 'src-renderer/studio/read-mesh-file.ts';
    return !to.includes('/')
      ? !['zod', 'electron'].includes(to) && !to.startsWith('node:')
      : /^(react|react-dom|zustand|@noble\/hashes)\//.test(to);
  });

  expect(found).toEqual([]);
});

test('keeps three.js out of what pages load first', () => {
  const reached = new Set(['src-renderer/web.tsx', 'src-renderer/desktop.tsx']);
  for (const file of reached)
    for (const { from, to, isType, isLate } of imports)
      if (from === file && !isType && !isLate) reached.add(to);

  expect(reached).toContain('src-renderer/features/model/preview/model-view.tsx');
  expect([...reached].filter((name) => /^three($|\/)/.test(name))).toEqual([]);
});

test('keeps features of the renderer apart', () => {
  const featureOf = (file: string) => /^src-renderer\/features\/([^/]+)\//.exec(file)?.[1];
  const found = broken(
    (file) => featureOf(file) !== undefined,
    ({ from, to }) => featureOf(to) === undefined || featureOf(to) === featureOf(from),
  );

  expect(found).toEqual([]);
});

test('names only classes that its style sheets have', () => {
  const found = files.filter(inside('src-renderer')).flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return [...text.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)'/gm)].flatMap(
      ([all, name, sheet = '']) => {
        const css = readFileSync(path.join(root, path.dirname(file), sheet), 'utf8');
        const used = text.replace(all, '').matchAll(new RegExp(`(?<![\\w'./-])${name}\\.(\\w+)`, 'g'));
        return [...used].flatMap(([, one]) =>
          new RegExp(`\\.${one}(?![\\w-])`).test(css) ? [] : [`${file}: ${one}`],
        );
      },
    );
  });

  expect([...new Set(found)]).toEqual([]);
});

test('keeps why a store failed in one place', () => {
  const found = files.filter(
    (file) =>
      inside('src-renderer')(file) &&
      file !== 'src-renderer/data/remote.ts' &&
      /\bset(State)?\(\{[^}]*\berror: toAppError\(/.test(readFileSync(path.join(root, file), 'utf8')),
  );

  expect(found).toEqual([]);
});

test('lets nothing import the tests', () => {
  const found = broken(
    (file) => !inside('test')(file) && !inside('.ci')(file),
    ({ to }) => !inside('test')(to),
  );

  expect(found).toEqual([]);
});

/** Every circle of imports among the edges, as the files on its way. */
function findCycles(edges: ReadonlyMap<string, readonly Import[]>): string[] {
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (file: string, trail: readonly string[]) => {
    if (state.get(file) === 'open') cycles.push([...trail, file].join(' → '));
    if (state.has(file)) return;
    state.set(file, 'open');
    for (const { to } of edges.get(file) ?? []) visit(to, [...trail, file]);
    state.set(file, 'done');
  };
  for (const file of edges.keys()) visit(file, []);
  return cycles;
}
const edgesOf = (wanted: (one: Import) => boolean) =>
  Map.groupBy(
    imports.filter((one) => !isPackage(one) && wanted(one)),
    (one) => one.from,
  );

test('has no import cycle of values', () => {
  expect(findCycles(edgesOf((one) => !one.isType))).toEqual([]);
});

test('has no import cycle in the product, of types neither', () => {
  expect(findCycles(edgesOf((one) => !inside('test')(one.from)))).toEqual([]);
});

test('keeps every file at 300 lines or fewer', () => {
  const all = [...files, ...listFiles('plugins/unity/src', /\.cs$/)];

  const long = all.filter((file) => readFileSync(path.join(root, file), 'utf8').split('\n').length > 301);

  expect(long).toEqual([]);
});

test('reads the environment in one place only', () => {
  // A variable of the tests alone leads threads to what was built.
  const allowed = /^(server\/(main|config|base\/threads\/start)\.ts|src-main\/|\.ci\/|test\/)/;
  const found = files.filter(
    (file) => !allowed.test(file) && readFileSync(path.join(root, file), 'utf8').includes('process.env'),
  );

  expect(found).toEqual([]);
});

test('has no prepare stage anywhere in its routes', async () => {
  const { routes } = await import('../server/contract/index.ts');

  const found = Object.values(routes).filter((route) => route.path.includes('prepare'));

  expect(found).toEqual([]);
});

test('exports only what another file imports', () => {
  expect(listUnusedExports()).toEqual([]);
});
