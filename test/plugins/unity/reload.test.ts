import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { unityTest } from './compiled-plugin.ts';
import { prepareUnity } from './prepare-unity.ts';
import { openModel, openWindow, signIn } from './stage.ts';
import type { UnitySession } from './unity-session.ts';
import { listStaged, nodeNamed, shows } from './walk.ts';

const { stage, keep, start, openSignedIn, openChairPage } = prepareUnity();

unityTest('keeps its list over a compilation', async () => {
  const unity = await openSignedIn();
  await unity.type('Search', 'rock');
  await unity.press('Search');

  const next = keep(await unity.reload());
  stage().overlay.seen.length = 0;
  await next.open();
  const state = await next.quiet();

  expect(shows(state, '1 found')).toBe(true);
  expect(state.shown.find(({ label }) => label === 'Search')?.value).toBe('rock');
  expect(shows(state, 'Rock')).toBe(true);
  expect(stage().overlay.seen.filter((one) => one.path.includes('api-embeddings'))).toEqual([]);
});

unityTest('keeps the open model and what was picked over a compilation', async () => {
  const unity = await openChairPage();
  await unity.pick('10k');

  const next = keep(await unity.reload());
  await next.open();

  expect(shows(await next.send('idle'), 'Import for 1.00 USD')).toBe(true);
});

/** Starts an import whose file stops in its middle. */
async function startImport() {
  const unity = await openSignedIn();
  await openModel(unity, 'rock', 'Rock');
  stage().fault.hold(100_000);
  await unity.tap('Import');
  const staging = path.join(unity.project, 'Library/Lodestock');
  await expect
    .poll(async () => {
      await unity.send('see');
      const part = existsSync(staging) && readdirSync(staging).find((name) => name.endsWith('.part'));
      return part ? statSync(path.join(staging, part)).size : 0;
    })
    .toBeGreaterThan(0);
  return unity;
}
const expectContinued = async (unity: UnitySession) => {
  const state = await unity.until('Rock, 1k obj: added to the project and the scene.');
  expect(stage().fault.ranges.at(-1)).toMatch(/^bytes=[1-9]\d*-$/);
  expect(nodeNamed(state, 'rock')).toBeDefined();
  expect(listStaged(unity)).toEqual([]);
};

unityTest('continues the import that a compilation broke', async () => {
  const unity = await startImport();
  const next = keep(await unity.reload());
  stage().fault.hold(null);

  await next.open();

  await expectContinued(next);
});

unityTest('offers to continue the import that a crash broke', async () => {
  const unity = await startImport();
  unity.kill();
  rmSync(path.join(unity.home, 'session'));
  stage().fault.hold(null);
  const next = start({ home: unity.home });
  await openWindow(next, stage());
  await signIn(next, stage());
  const state = await next.send('see');

  await next.press('Continue');

  expect(shows(state, 'The import of Rock was interrupted. What has arrived is kept.')).toBe(true);
  await expectContinued(next);
});

unityTest('forgets an import that a person cancels', async () => {
  const unity = await startImport();
  await unity.tap('Cancel');
  await unity.until('Cancelled. Complete files are kept.');
  stage().fault.hold(null);

  const next = keep(await unity.reload());
  await next.open();

  expect(shows(await next.send('idle'), 'Continue')).toBe(false);
});

for (const { what, x, place } of [
  { what: 'on the floor below the pointer', x: '3', place: '3 0 4' },
  { what: 'in the middle of a view without floor', x: '-3', place: '7 7 7' },
])
  unityTest(`puts a model that is dragged from the list ${what}`, async () => {
    const unity = await openSignedIn();
    await unity.type('Search', 'rock');
    await unity.press('Search');

    await unity.send('drag', x, '4');
    const state = await unity.send('idle');

    expect(nodeNamed(state, 'rock')?.place).toBe(`${place}, 0 0 0 0, 1 1 1`);
  });
