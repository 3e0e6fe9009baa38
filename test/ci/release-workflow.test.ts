import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { addKey, keyLists } from '../../.ci/package/make-release-key.ts';
import { mergeFeeds, mergeFolders } from '../../.ci/package/merge-feeds.ts';
import { listFeeds, planPackage, signFeed } from '../../.ci/package/release.ts';
import { releaseKeys } from '../../server/contract/release-keys.ts';
import { judgeSignature } from '../../server/contract/release-signature.ts';
import { makeReleaseKey } from '../helpers/release-key.ts';
import { createScratch } from '../src-main/scratch.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(path.join(root, '.github/workflows', name), 'utf8');
const Step = z
  .object({
    name: z.string(),
    uses: z.string(),
    run: z.string(),
    if: z.string(),
    shell: z.string(),
    with: z.record(z.string(), z.unknown()),
    env: z.record(z.string(), z.string()),
  })
  .partial()
  .strict()
  .refine((step) => (step.uses === undefined) !== (step.run === undefined), 'either uses or run');
const Job = z.strictObject({
  name: z.string(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  if: z.string().optional(),
  environment: z.string().optional(),
  'runs-on': z.string().optional(),
  'timeout-minutes': z.number().max(90).optional(),
  permissions: z.record(z.string(), z.enum(['read', 'write'])).optional(),
  strategy: z
    .strictObject({
      'fail-fast': z.boolean(),
      matrix: z.strictObject({ include: z.array(z.record(z.string(), z.string())) }),
    })
    .optional(),
  steps: z.array(Step).default([]),
  /** Another workflow, in place of steps. */
  uses: z.literal('./.github/workflows/ci.yml').optional(),
});
const Workflow = z.looseObject({
  permissions: z.record(z.string(), z.enum(['read', 'write'])),
  jobs: z.record(z.string(), Job),
});
const names = ['audit.yml', 'ci.yml', 'release.yml'];
const workflows = names.map((name) => Workflow.parse(parse(read(name))));
const [, , workflow = Workflow.parse({})] = workflows;
const steps = workflows.flatMap(({ jobs }) => Object.values(jobs)).flatMap((job) => job.steps);

/** `npm ci` removes what was there, Electron's download included, and every script of package.json would run it once more. */
test('installs packages by the set-up alone, before anything of them runs', () => {
  const all = workflows.flatMap(({ jobs }) => Object.values(jobs).map((job) => job.steps));
  for (const texts of all.map((of) => of.map(({ run = '' }) => run))) {
    const first = texts.findIndex((run) => /\bnode_modules\/|npm run|npm test|node (\.ci|test)\//.test(run));
    if (first >= 0) expect(texts[first]).toBe('node .ci/setup.mjs');
  }
  expect(steps.filter(({ run }) => /\bnpm (ci|install)\b/.test(run ?? ''))).toEqual([]);
});

test('gives each job no more rights than it needs', () => {
  const rights = Object.entries(workflow.jobs).map(([name, { permissions }]) => [name, permissions]);

  for (const { permissions } of workflows) expect(permissions).toEqual({ contents: 'read' });
  expect(Object.fromEntries(rights)).toEqual({
    test: undefined,
    version: undefined,
    package: { contents: 'read', 'id-token': 'write', attestations: 'write' },
    publish: { contents: 'write' },
  });
  for (const { uses, with: given } of steps)
    if (uses?.startsWith('actions/checkout@')) expect(given).toEqual({ 'persist-credentials': false });
});

test('pins each action to a commit, and says which version that is', () => {
  const used = names.flatMap((name) =>
    [...read(name).matchAll(/uses: (?!\.\/)(.*)/g)].map(([, what]) => what),
  );

  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((what) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(what ?? ''))).toEqual(
    [],
  );
});

test('runs only what is in the project', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const runs = steps.flatMap(({ run }) => run ?? []).join('\n');

  for (const [, name] of runs.matchAll(/npm (?:run )?(check|package|test(?::\w+)?)/g))
    expect(scripts).toHaveProperty([name ?? '']);
  const files = [...runs.matchAll(/node ((?:\.ci|node_modules|test)\/[\w./-]+)|(test\/e2e\/[\w.-]+)/g)];
  expect(files.length).toBeGreaterThanOrEqual(4);
  for (const [, script, spec] of files)
    expect(() => readFileSync(path.join(root, script ?? spec ?? ''))).not.toThrow();
});

test('packages each system on a machine of its own', () => {
  const rows = workflow.jobs.package?.strategy?.matrix.include ?? [];

  expect(rows.map(({ name, runner }) => `${name} on ${runner}`)).toEqual([
    'linux-x64 on ubuntu-24.04',
    'linux-arm64 on ubuntu-24.04-arm',
    'windows-x64 on windows-2025',
    'mac-arm64 on macos-15',
    'mac-x64 on macos-15-intel',
  ]);
});

test('never hands texts of others to a shell', () => {
  expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
});

const azure = {
  ...{ publisherName: 'CN=Studio', endpoint: 'https://weu.codesigning.azure.net' },
  ...{ certificateProfileName: 'release', codeSigningAccountName: 'lodestock' },
};
const windows = {
  AZURE_TENANT_ID: 't',
  AZURE_CLIENT_ID: 'c',
  AZURE_CLIENT_SECRET: 's',
  AZURE_SIGNING: JSON.stringify(azure),
  RELEASE_KEY: '/run/secrets/key.pem',
};

test('signs what it has the means for', () => {
  const { args, isSigned } = planPackage('win32', 'x64', { ...windows, IS_RELEASE: 'true' });

  expect(isSigned).toBe(true);
  expect(args).toEqual([
    ...['--win', '--x64', '--publish', 'never', '-c.win.azureSignOptions.publisherName=CN=Studio'],
    '-c.win.azureSignOptions.endpoint=https://weu.codesigning.azure.net',
    '-c.win.azureSignOptions.certificateProfileName=release',
    '-c.win.azureSignOptions.codeSigningAccountName=lodestock',
    '-c.forceCodeSigning=true',
  ]);
});

test('packages without a signature for a rehearsal', () => {
  expect(planPackage('darwin', 'arm64', { CSC_LINK: '' })).toEqual({
    args: ['--mac', '--arm64', '--publish', 'never'],
    isSigned: false,
  });
  expect(planPackage('linux', 'x64', {}).args[0]).toBe('--linux');
});

test.each([
  ['darwin', {}, /CSC_LINK, CSC_KEY_PASSWORD, APPLE_API_KEY_BASE64/],
  ['win32', { ...windows, AZURE_SIGNING: '' }, /this would not be: AZURE_SIGNING is not set/],
  ['linux', {}, /this would not be: RELEASE_KEY is not set/],
])('refuses a release for %s that would not be signed', (platform, env, sentence) => {
  expect(() => planPackage(platform, 'x64', { ...env, IS_RELEASE: 'true' })).toThrow(sentence);
});

test('signs feeds with the key of the environment, from a text or a file', async () => {
  const key = makeReleaseKey();
  const folder = await createScratch();
  const [feed, pem] = [path.join(folder, 'latest.yml'), path.join(folder, 'key.pem')];
  writeFileSync(feed, feedOf('a.zip'));
  writeFileSync(pem, key.pem);

  for (const given of [key.pem, pem]) {
    signFeed(feed, { RELEASE_KEY: given }, [key.publicKey]);

    const signature = readFileSync(`${feed}.sig`, 'utf8');
    expect(await judgeSignature(feedOf('a.zip'), signature, [key.publicKey])).toBe('signed');
    rmSync(`${feed}.sig`);
  }
  signFeed(feed, {}, [key.publicKey]);
  expect(existsSync(`${feed}.sig`)).toBe(false);
});

test('signs nothing with a key that no app accepts', () => {
  const env = { RELEASE_KEY: makeReleaseKey().pem };

  expect(() => signFeed('latest.yml', env)).toThrow(/No app accepts the key .*make-release-key\.ts FILE/);
});

test('lists the same public keys everywhere, and adds one to each list', () => {
  const listsOf = (change: (text: string, list: RegExp) => string) =>
    Object.entries(keyLists).map(([name, list]) => {
      const keys = list.exec(change(readFileSync(path.join(root, name), 'utf8'), list))?.[2];
      return [...(keys ?? 'no list').matchAll(/[^\s,'"]+/g)].map(([one]) => one);
    });

  expect(listsOf((text) => text)).toEqual(Object.keys(keyLists).map(() => releaseKeys));
  const added = listsOf((text, list) => addKey(addKey(text, list, 'AAA='), list, 'BBB='));
  expect(added).toEqual(added.map(() => ['BBB=', 'AAA=', ...releaseKeys]));
});

const feedOf = (name: string, version = '1.0.1') =>
  `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${name}-sum\npath: ${name}\n`;

test('makes one feed for both kinds of Macs', () => {
  const merged = parse(mergeFeeds(feedOf('a-arm64.zip'), feedOf('a.zip')));

  expect(merged).toEqual({
    version: '1.0.1',
    files: [
      { url: 'a-arm64.zip', sha512: 'a-arm64.zip-sum' },
      { url: 'a.zip', sha512: 'a.zip-sum' },
    ],
    path: 'a-arm64.zip',
  });
});

test('signs, merges and publishes the feeds of betas as the others', async () => {
  const folder = await createScratch();
  const [first, second] = ['arm64', 'x64'].map((name) => path.join(folder, name));
  for (const [place = '', name] of [
    [first, 'a-arm64.zip'],
    [second, 'a.zip'],
  ] as const) {
    mkdirSync(place);
    for (const feed of ['latest-mac.yml', 'beta-mac.yml', 'alpha-mac.yml', 'builder-debug.yml'])
      writeFileSync(path.join(place, feed), feedOf(name));
  }

  mergeFolders(first ?? '', second ?? '', {});

  expect(listFeeds(second ?? '')).toEqual([]);
  const merged = listFeeds(first ?? '');
  expect(merged.map((file) => path.basename(file))).toEqual(['beta-mac.yml', 'latest-mac.yml']);
  for (const file of merged) expect(parse(readFileSync(file, 'utf8')).files).toHaveLength(2);
  for (const feed of ['latest*.yml', 'latest*.yml.sig', 'beta*.yml', 'beta*.yml.sig'])
    expect(steps.some(({ with: given }) => String(given?.path).includes(`release/${feed}\n`))).toBe(true);
});

test.each([
  ['of two versions', feedOf('b.zip', '1.0.2'), /two versions, 1\.0\.1 and 1\.0\.2/],
  ['with the same file', feedOf('a.zip'), /Both feeds have a\.zip/],
])('refuses feeds %s', (_case, other, sentence) => {
  expect(() => mergeFeeds(feedOf('a.zip'), other)).toThrow(sentence);
});
