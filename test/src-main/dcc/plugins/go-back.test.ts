import { readFileSync } from 'node:fs';
import { appendFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '../../list-files.ts';
import { builtVersion, startApp, startUpdated } from './plugins-under-test.ts';

test('offers the version before, by its number', async () => {
  const { findTarget } = await startUpdated();

  const { state, previous } = await findTarget('3dsmax');

  expect([state, previous]).toEqual(['installed', { version: builtVersion, isChanged: false }]);
});

test('puts the version before back, offering the newer', async () => {
  const { goBack, before, script, open } = await startUpdated();

  await goBack();

  const [family] = (await open()['plugins.read'](undefined)).families;
  expect(readFileSync(script)).toEqual(before);
  expect(family).toMatchObject({
    offered: '0.2.0',
    targets: [
      {
        ...{ state: 'outdated', version: builtVersion, message: null },
        previous: { version: '0.2.0', isChanged: false },
      },
    ],
  });
});

test('keeps what going back replaced', async () => {
  const { goBack, script, findTarget } = await startUpdated();
  await goBack();

  await goBack();

  expect(readFileSync(script, 'utf8')).toBe('-- version = "0.2.0"\n');
  expect(await findTarget('3dsmax')).toMatchObject({
    state: 'installed',
    previous: { version: builtVersion },
  });
});

test('restores a plugin that was edited by hand', async () => {
  const { install, script, findTarget, call, max } = await startApp();
  await install('3dsmax');
  await appendFile(script, '-- mine\n');
  await install('3dsmax');
  const { previous } = await findTarget('3dsmax');

  await call['plugins.goBack']({ id: max.id });

  expect(previous).toEqual({ version: builtVersion, isChanged: true });
  expect(readFileSync(script, 'utf8')).toMatch(/-- mine\n$/);
  expect((await findTarget('3dsmax')).state).toBe('changed');
});

test('goes back where several files come and go', async () => {
  const { install, findTarget, call } = await startApp();
  await install('blender');
  const { place, id } = await findTarget('blender');
  const before = await listFiles(place);
  await rm(path.join(place, 'client.py'));
  await install('blender');

  await call['plugins.goBack']({ id });

  expect(await listFiles(place)).toEqual(before.filter((name) => name !== 'client.py'));
});
