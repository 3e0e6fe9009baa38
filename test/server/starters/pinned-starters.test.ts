import path from 'node:path';
import { expect, test } from 'vitest';
import { runCommandHere } from '../../helpers/command-here.ts';
import { buildRelease } from '../../helpers/starter-release.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';
import { createScratch } from '../../src-main/scratch.ts';

/** A server that was once started with each version. */
async function startStudio(versions: readonly string[]) {
  const folder = await createScratch();
  const parts = { dataDir: path.join(folder, 'data'), startersDir: path.join(folder, 'built') };
  for (const version of versions.slice(0, -1)) {
    buildRelease(parts.startersDir, version);
    await (await startTestServer(parts)).close();
  }
  buildRelease(parts.startersDir, versions.at(-1) ?? '');
  const server = await startTestServer(parts);
  const { token } = await registerPerson(server);
  const read = async (place: string) =>
    (await fetch(`${server.baseUrl}/assets/plugins/3dsmax/${place}`)).text();
  return {
    ...{ server, token, read, dataDir: parts.dataDir },
    offered: async (channel: string) =>
      JSON.parse(await read(`update-feed.json?channel=${channel}`)).version as string,
    pin: (version: string) => server.call('pinStarter', { family: '3dsmax', version }, { token }),
  };
}

test('offers the newest by number on each channel', async () => {
  const { offered, read } = await startStudio(['1.10.0', '1.11.0-beta.2', '1.9.0']);

  const versions = [await offered('stable'), await offered('beta')];

  expect(versions).toEqual(['1.10.0', '1.11.0-beta.2']);
  expect(await read('free3d_installer.ms')).toBe('-- version = "1.10.0"\n');
  expect(await read('free3d_installer.ms?channel=beta')).toBe('-- version = "1.11.0-beta.2"\n');
});

test('has nothing stable before the first release', async () => {
  const { offered, read } = await startStudio(['1.0.0-beta.1']);

  expect(await offered('beta')).toBe('1.0.0-beta.1');
  expect(JSON.parse(await read('update-feed.json')).code).toBe('NOT_FOUND');
});

test('offers the pinned version on both channels', async () => {
  const { server, token, offered, read, pin } = await startStudio(['1.0.0', '1.1.0']);

  const pinned = await pin('1.0.0');
  const versions = [await offered('stable'), await offered('beta'), await read('free3d_installer.ms')];
  const marked = [JSON.parse(await read('update-feed.json')).rollback];
  await pin('1.1.0');
  marked.push(JSON.parse(await read('update-feed.json')).rollback);
  const { body } = await server.call('unpinStarter', { family: '3dsmax' }, { token });

  expect(pinned.body.starter).toMatchObject({
    pinned: '1.0.0',
    stable: '1.0.0',
    versions: ['1.1.0', '1.0.0'],
  });
  expect(marked).toEqual([true, undefined]);
  expect(versions).toEqual(['1.0.0', '1.0.0', '-- version = "1.0.0"\n']);
  expect(body.starter).toMatchObject({ pinned: null, stable: '1.1.0' });
  expect(await offered('stable')).toBe('1.1.0');
});

test('writes down who pinned what', async () => {
  const { server, token, pin } = await startStudio(['1.0.0']);
  await pin('1.0.0');

  const { body } = await server.call('adminActions', {}, { token });

  expect(body.actions[0]).toMatchObject({
    action: 'starter.pin',
    details: { family: '3dsmax', version: '1.0.0' },
  });
});

test('pins no version that is not kept', async () => {
  const { pin, offered } = await startStudio(['1.0.0']);

  const { status, error } = await pin('7.0.0');

  expect(status).toBe(404);
  expect(error.message).toBe(
    'This server keeps no version 7.0.0 of the 3dsmax plugin. Choose one of: 1.0.0.',
  );
  expect(await offered('stable')).toBe('1.0.0');
});

test('pins beside the running server by command', async () => {
  const { offered, dataDir } = await startStudio(['1.0.0', '1.1.0']);
  const run = (...args: string[]) => runCommandHere(['starters', ...args], { dataDir });

  const pinned = await run('pin', '3dsmax', '1.0.0');
  const offeredThen = await offered('stable');
  const refused = await run('pin', '3dsmax', '5.5.5');
  const listed = await run('list', '--json');
  const unpinned = await run('unpin', '3dsmax');

  expect([pinned.code, offeredThen, refused.code, unpinned.code]).toEqual([0, '1.0.0', 1, 0]);
  expect(JSON.parse(listed.stdout).starters[0]).toMatchObject({ family: '3dsmax', pinned: '1.0.0' });
  expect(await offered('stable')).toBe('1.1.0');
});
