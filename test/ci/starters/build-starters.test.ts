import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildStarter, buildStarters } from '../../../.ci/starters/build-starters.ts';
import { starterSources } from '../../../.ci/starters/families.ts';
import { judgeSignature } from '../../../server/contract/release-signature.ts';
import { type Feed, FeedSchema } from '../../../server/contract/starters.ts';
import { makeReleaseKey } from '../../helpers/release-key.ts';
import { buildRelease } from '../../helpers/starter-release.ts';
import { createScratch } from '../../src-main/scratch.ts';

const readFeed = (folder: string, name = 'update-feed.json'): Feed =>
  FeedSchema.parse(JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
const listAll = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => `${path.relative(folder, file)} ${hashOf(file)}`)
    .toSorted();

test.each(starterSources)('names hash and size of each file of $family', async (source) => {
  const folder = await createScratch();
  buildStarter(source, folder);

  const feed = readFeed(folder);

  for (const { url, sha256, sizeBytes } of feed.files) {
    const file = path.join(folder, url);
    expect([hashOf(file), readFileSync(file).length]).toEqual([sha256, sizeBytes]);
  }
  expect(feed).toMatchObject({ family: source.family, channel: 'stable', version: source.readVersion() });
  expect(feed.notes.length).toBeGreaterThan(0);
});

test('gives the same bytes at each build', async () => {
  const [first, second] = [await createScratch(), await createScratch()];

  buildStarters(first);
  buildStarters(second);

  expect(listAll(first)).toEqual(listAll(second));
  expect(listAll(first).length).toBeGreaterThan(5);
});

test('offers a pre-release on the beta channel only', async () => {
  const folder = await createScratch();

  buildRelease(folder, '9.0.0-beta.1');

  expect(readFeed(path.join(folder, '3dsmax'), 'update-feed.beta.json')).toMatchObject({
    version: '9.0.0-beta.1',
    channel: 'beta',
  });
  expect(readdirSync(path.join(folder, '3dsmax')).toSorted()).toEqual([
    '9.0.0-beta.1',
    'update-feed.beta.json',
  ]);
});

test('signs the canonical feed, which both channels have as it is', async () => {
  const folder = await createScratch();
  const key = makeReleaseKey();
  const notes = '## 9.0.0 — 2026-01-02\n\n- “Grüße”, \\ and "quotes".\n';

  const { signature = '', ...feed } = buildRelease(folder, '9.0.0', notes, key.privateKey);

  // Sorted by hand: what plugin authors read in plugins/README.md.
  const [file, ...others] = feed.files.map(
    ({ name, sha256, sizeBytes, url }) =>
      `{"name":"${name}","sha256":"${sha256}","sizeBytes":${sizeBytes},"url":"${url}"}`,
  );
  const canonical = `{"channel":"stable","family":"3dsmax","files":[${[file, ...others]}],"minHostVersion":"2021","notes":["“Grüße”, \\\\ and \\"quotes\\"."],"releasedAt":"2026-01-02T00:00:00.000Z","slug":"lodestock-3dsmax","version":"9.0.0"}`;
  expect(await judgeSignature(canonical, signature, [key.publicKey])).toBe('signed');
  for (const name of ['update-feed.json', 'update-feed.beta.json', '9.0.0/update-feed.json'])
    expect(readFeed(path.join(folder, '3dsmax'), name)).toEqual({ ...feed, signature });
});

test('refuses to release what the changelog lacks', async () => {
  const folder = await createScratch();

  const build = () => buildRelease(folder, '9.9.9', '# Changelog\n\n## 9.9.8 — 2026-01-01\n\n- News.\n');

  expect(build).toThrow(/CHANGELOG\.md has no entry "## 9\.9\.9 — YYYY-MM-DD"/);
});

test('packs the Unity package as tar reads it', async () => {
  const folder = await createScratch();
  buildStarters(folder);
  const feed = readFeed(path.join(folder, 'unity'));
  const archive = path.join(folder, 'unity', feed.version, `com.lodestock.unity-${feed.version}.tgz`);

  const listed = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).trim().split('\n');
  const read = (name: string) => execFileSync('tar', ['-xOzf', archive, name], { encoding: 'utf8' });

  expect(listed).toEqual(listed.toSorted());
  expect(JSON.parse(read('package/package.json'))).toMatchObject({ version: feed.version });
  expect(read('package/Editor/free3d_online.cs')).toBe(
    readFileSync(path.join(folder, 'unity', feed.version, 'free3d_online.cs'), 'utf8'),
  );
});

test('lists the extension as Blender reads it', async () => {
  const folder = await createScratch();
  buildStarters(folder);
  const feed = readFeed(path.join(folder, 'blender'));

  const listing = JSON.parse(readFileSync(path.join(folder, 'blender', feed.version, 'index.json'), 'utf8'));

  const [file] = feed.files;
  expect(listing).toMatchObject({ version: 'v1', blocklist: [] });
  expect(listing.data).toEqual([
    {
      schema_version: '1.0.0',
      id: 'lodestock',
      name: 'Lodestock',
      tagline: expect.stringMatching(/^.{1,63}[^.]$/), // as long as Blender takes one,
      version: feed.version,
      type: 'add-on',
      maintainer: expect.any(String),
      blender_version_min: '4.2.0',
      license: ['SPDX:GPL-3.0-or-later'],
      tags: ['Import-Export'],
      archive_url: `./${feed.version}/lodestock-${feed.version}.zip`,
      archive_size: file?.sizeBytes,
      archive_hash: `sha256:${file?.sha256}`,
    },
  ]);
});
