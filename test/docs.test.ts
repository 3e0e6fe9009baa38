import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../server/commands/commands.ts';
import { ConfigSchema } from '../server/config.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const pages = globSync(['*.md', 'docs/**/*.md', 'plugins/**/*.md', 'server/**/*.md', '.github/**/*.md'], {
  cwd: root,
})
  .map((file) => file.replaceAll(path.sep, '/'))
  .map((file) => ({ file, text: read(file) }));
const written = pages.filter(({ file }) => !file.endsWith('CHANGELOG.md'));
const prose = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, '');
const findAll = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, found = '']) => found);
const unique = (found: readonly string[]) => [...new Set(found)].sort();
type Package = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
const packages: Package = JSON.parse(read('package.json'));

const isMissing = (file: string) => !existsSync(path.join(root, file));

test('keeps the README within 150 lines', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(151);
});

test('gives every page one title', () => {
  const others = pages
    .filter(({ file }) => !file.startsWith('.github/'))
    .filter(({ text }) => findAll(/^# (.+)$/gm, prose(text)).length !== 1);

  expect(others.map(({ file }) => file)).toEqual([]);
});

test('leads every relative link to a file', () => {
  const broken = pages.flatMap(({ file, text }) =>
    findAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g, prose(text))
      .filter((link) => !/^[a-z]+:/.test(link))
      .map((link) => path.posix.join(path.posix.dirname(file), decodeURI(link)))
      .filter(isMissing)
      .map((target) => `${file} → ${target}`),
  );

  expect(broken).toEqual([]);
});

test('leads every link to a heading that exists', () => {
  const toAnchor = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
  const headingsOf = (text: string) => findAll(/^#+ (.+)$/gm, prose(text)).map(toAnchor);
  const broken = pages.flatMap(({ file, text }) =>
    [...prose(text).matchAll(/\]\(([^)#\s]*\.md)?#([^)]+)\)/g)]
      .filter(([, link = '', anchor = '']) => {
        const target = link === '' ? file : path.posix.join(path.posix.dirname(file), link);
        return !headingsOf(read(target)).includes(anchor);
      })
      .map(([link]) => `${file} → ${link}`),
  );

  expect(broken).toEqual([]);
});

test('names only files and folders that exist', () => {
  const inSpans = written.flatMap(({ text }) =>
    findAll(/`((?:server|src-main|src-renderer|plugins|test|docs|\.ci)\/[\w./-]*)`/g, prose(text)),
  );
  const beside = written
    .filter(({ file }) => /^server\/.*README\.md$/.test(file))
    .flatMap(({ file, text }) =>
      findAll(/`((?:\.\.\/)?[\w-]+\/[\w./-]*|[\w./-]+\.ts)`/g, prose(text)).map((name) =>
        path.posix.join(path.posix.dirname(file), name),
      ),
    );
  const map = findAll(/## Map\n[\s\S]*?```\n([\s\S]*?)```/g, read('docs/architecture.md')).join('');
  let parent = '';
  const inMap = map.split('\n').flatMap((line) => {
    if (!/^ /.test(line)) parent = line.split('/')[0] ?? '';
    const names = findAll(/(?:^|\s)([\w.-]+)\/(?=\s|$)/g, line.slice(0, 19));
    return names.map((name) => (name === parent ? name : `${parent}/${name}`));
  });
  const missing = unique([...inSpans, ...beside, ...inMap].map((name) => name.replace(/\/$/, ''))).filter(
    isMissing,
  );

  expect(missing).toEqual([]);
});

test('names only settings that the server or the Python client reads', () => {
  const ofPython = findAll(/environ\.get\("(\w+)"\)/g, read('plugins/python/lodestock_client/__main__.py'));
  const known = [...Object.keys(ConfigSchema.shape), ...ofPython];
  const named = written.flatMap(({ text }) => findAll(/\b(LODESTOCK_(?!TEST_)[A-Z_]*[A-Z])\b/g, text));

  expect(unique(named).filter((name) => !known.includes(name))).toEqual([]);
});

test('names only commands that the server has', () => {
  const known = commands.map(({ name }) => name);
  const named = written.flatMap(({ text }) => findAll(/node server\/main\.ts ([a-z][a-z -]*[a-z])/g, text));
  const wrong = unique(named).filter(
    (name) => name !== 'help' && !known.some((one) => name === one || name.startsWith(`${one} `)),
  );

  expect(wrong).toEqual([]);
});

test('names only npm scripts that exist', () => {
  const named = written.flatMap(({ text }) => findAll(/\bnpm run (\w[\w:-]*)/g, text));

  expect(unique(named).filter((name) => packages.scripts?.[name] === undefined)).toEqual([]);
});

const dependencies = Object.keys({
  ...packages.dependencies,
  ...packages.devDependencies,
  ...packages.optionalDependencies,
});
const rows = findAll(/^\| ([^|]+ \|[^\n]*) \|$/gm, read('docs/dependencies.md'))
  .map((row) => row.split('|').map((cell) => cell.trim()))
  .filter(([name = '']) => !/^(Package|-+)$/.test(name));

test('has a row for each dependency, and no other', () => {
  const named = dependencies.map((name) => (name.startsWith('@types/') ? '@types/*' : name));

  expect(rows.map(([name]) => name).sort()).toEqual(unique(named));
  expect(rows.filter((cells) => cells.length !== 3 || cells.includes(''))).toEqual([]);
});

test('tells the licence of each dependency', () => {
  const wrong = rows.filter(([name = '', , licence]) => {
    const manifest = `node_modules/${name}/package.json`;
    if (isMissing(manifest)) return false;
    const stated: unknown = JSON.parse(read(manifest)).license;
    return typeof stated === 'string' && !stated.startsWith('SEE ') && stated !== licence;
  });

  expect(wrong).toEqual([]);
});

test('keeps each picture below 300 kB', () => {
  const pictures = globSync('docs/images/*', { cwd: root });
  const heavy = pictures.filter((file) => statSync(path.join(root, file)).size >= 300_000);

  expect(pictures).not.toEqual([]);
  expect(heavy).toEqual([]);
});

const rules = findAll(/^\| ([^\n]+) \|$/gm, read('docs/security.md'))
  .map((row) => row.split(' | '))
  .filter(([rule = '']) => !/^(Rule|-+)/.test(rule) && rule !== '---|---');

test('names a test or a reason for each security rule', () => {
  const unheld = rules.filter(([, held = '']) => !/^Reason: .{20}/.test(held) && !/^[\w/-]+ "/.test(held));

  expect(rules.length).toBeGreaterThan(60);
  expect(rules.filter((cells) => cells.length !== 2)).toEqual([]);
  expect(unheld).toEqual([]);
});

test('names only tests that exist for security rules', () => {
  const files = globSync('test/**/*.test.{ts,tsx}', { cwd: root }).map((file) =>
    file.replaceAll(path.sep, '/'),
  );
  const toFile = (name: string) => {
    const found = files.filter((file) => file.replace(/\.test\.tsx?$/, '').endsWith(`/${name}`));
    return found.length === 1 ? found[0] : undefined; // a name that two files have needs its folder
  };
  const held = rules.map(([, tests = '']) => tests);
  const named = held.flatMap((text) =>
    [...text.matchAll(/(?<!\S)(\w[\w/-]*) ((?:"[^"]+"(?:, )?)+)/g)].flatMap(([, name = '', titles = '']) =>
      findAll(/"([^"]+)"/g, titles).map((title) => ({ name, title })),
    ),
  );
  const isThere = ({ name, title }: (typeof named)[number]) => {
    const file = toFile(name);
    const text = file === undefined ? '' : read(file);
    return [`'${title}`, `"${title}`, `\`${title}`].some((start) => text.includes(start));
  };

  expect(named.length).toBeGreaterThan(80);
  expect(named.filter((one) => !isThere(one))).toEqual([]);
});
