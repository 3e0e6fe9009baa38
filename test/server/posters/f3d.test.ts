import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { whyNotConfined } from '../../helpers/can-confine.ts';
import { isOnPath } from '../../helpers/is-on-path.ts';
import { startPosterServer } from '../../helpers/poster-renderer.ts';
import { sampleIges, sampleStep, sampleVrml } from '../../helpers/sample-cad.ts';
import { registerPerson } from '../../helpers/test-server.ts';
import { until } from '../../helpers/test-site.ts';
// f3d is its own process.
import 'node:child_process';
import { makeFolder } from '../../helpers/make-folder.ts';

const notConfined = whyNotConfined();
const lacking = notConfined ?? (isOnPath('f3d') ? null : 'f3d is not installed');
const isOld = !isOnPath('xvfb-run');
const why = lacking === null ? '' : ` (skipped: ${lacking})`;

const cad = {
  'bracket/bracket.step': sampleStep(),
  'plate/plate.igs': sampleIges(),
  'brick/brick.wrl': sampleVrml,
};

/** The part of the picture that the model covers, and whether that is red. */
async function look(url: string | null) {
  const picture = sharp(await (await fetch(url ?? '')).arrayBuffer()).ensureAlpha();
  const { channels } = await picture.stats();
  const [red, green, , cover] = channels.map(({ mean }) => mean);
  return { cover: (cover ?? 0) / 255, isRed: (red ?? 0) > 3 * (green ?? 0) };
}

test.skipIf(lacking !== null || isOld)(
  `an installed f3d draws what no browser can${why}`,
  async () => {
    const { server, renderAll } = await startPosterServer({ files: cad });
    await renderAll();
    const list = async () => (await server.call('browse', { sort: 'title' })).body.results;
    await until(async () => (await list()).every(({ previewMediumUrl }) => previewMediumUrl !== null));

    const seen = await Promise.all((await list()).map(({ previewMediumUrl }) => look(previewMediumUrl)));

    expect(seen.map(({ isRed }) => isRed)).toEqual([false, true, false]);
    expect(Math.min(...seen.map(({ cover }) => cover))).toBeGreaterThan(0.05);
  },
  300_000,
);

/** A server on these files with a program in the place of f3d. */
async function startWith(script: string) {
  const folder = makeFolder();
  writeFileSync(path.join(folder, 'f3d'), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(folder, 'f3d'), 0o755);
  const files = { 'bracket/bracket.step': sampleStep(), 'notes/notes.scad': 'cube(1);' };
  const environment = { PATH: `${folder}:${process.env.PATH ?? ''}` };
  const started = await startPosterServer({ files, environment });
  await started.renderAll();
  return started;
}

test.skipIf(notConfined !== null)(`a file that f3d cannot read is told once${why}`, async () => {
  const told = 'case "$*" in *--version*) echo "Version: 1.3.1."; exit;; esac';
  const { server } = await startWith(`${told}\nexit 1`);
  const { token } = await registerPerson(server);
  const status = async () => (await server.call('posterStatus', {}, { token })).body;

  await until(async () => (await status()).failed > 0);

  const { failures, withoutSource, message } = await status();
  expect(failures.map(({ title, reason }) => [title, reason])).toEqual([['Bracket', 'f3d cannot read it.']]);
  expect([withoutSource, message]).toEqual([1, expect.not.stringContaining('f3d')]);
});

test('says once what to install where f3d does not run', async () => {
  const { server } = await startWith('exit 1');
  const { token } = await registerPerson(server);
  const read = async () => (await server.call('posterStatus', {}, { token })).body;

  await until(async () => (await read()).message.includes('apt-get install f3d xvfb bubblewrap'));

  expect((await read()).withoutSource).toBe(2);
});
