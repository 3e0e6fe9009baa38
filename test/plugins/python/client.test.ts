import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { listFiles } from '../blender/parts.ts';
import { hasPython } from '../blender/run-python.ts';
import { reason, setScene } from '../blender/set-scene.ts';

const folder = path.resolve(import.meta.dirname, '../../../plugins/python');
const needsPython = test.skipIf(!hasPython);
const { stage, scene, scratch } = setScene();

type Run = { readonly token?: string; readonly onLine?: (line: string) => Promise<void> };

/** Runs Python in the folder of the client, away from the keychain and the desktop app of this computer. */
async function runPython(args: readonly string[], { token = '', onLine }: Run = {}) {
  const child = spawn('python3', ['-B', ...args], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: '/nowhere', LODESTOCK_TOKEN: token },
  });
  const exited = once(child, 'close');
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    await onLine?.(line);
  }
  const [code] = await exited;
  return { code, lines, complaint };
}

const command = (words: readonly string[], run?: Run) =>
  runPython(['-m', 'lodestock_client', stage().address, ...words], run);

const approve = async (line: string) => {
  const [, address] = /^Open (\S+) and check/.exec(line) ?? [];
  if (address !== undefined) await stage().approve(address);
};

needsPython(`lists models on the command line${reason}`, async () => {
  const { code, lines } = await command(['search', 'oak', 'chair']);

  expect([code, lines]).toEqual([
    0,
    [expect.stringMatching(`^${scene().guid}  Oak chair  \\[`), '1 of 1 models'],
  ]);
});

needsPython(`signs in on the command line${reason}`, async () => {
  const { code, lines } = await command(['sign-in'], { onLine: approve });

  expect([code, lines.at(-1)]).toEqual([
    0,
    expect.stringMatching(/^(Signed in|This computer has no keychain)/),
  ]);
});

needsPython(`downloads a file, and charges no more than is allowed${reason}`, async () => {
  const { token } = scene();
  const root = scratch();
  const get = (...words: string[]) =>
    command(['get', scene().guid, '--format', 'fbx', '--lod', '10k', '--to', root, ...words], { token });

  const refused = await get();
  const before = listFiles(root);
  const bought = await get('--pay', '1');
  const again = await get();

  expect([refused.code, refused.complaint, before]).toEqual([
    1,
    'This model costs 1.00 USD. Add --pay 1.00 to buy it. Nothing was charged.\n',
    [],
  ]);
  const place = path.join(root, `Oak chair_${scene().guid}`, '10k/chair.fbx');
  expect([bought.code, bought.lines]).toEqual([0, [place]]);
  expect(bought.complaint).toMatch(/^Charged 1\.00 USD, \d+\.\d\d left\.\n$/);
  expect([again.code, again.lines, again.complaint]).toEqual([0, [place], '']);
});

needsPython(`reports what a folder has to a project, and that it was edited${reason}`, async () => {
  const { token } = scene();
  const { server } = stage();
  const { id: projectId } = (await server.call('makeProject', { name: 'Film' }, { token })).body;
  const root = scratch();
  await command(['get', scene().guid, '--format', 'fbx', '--to', root], { token });
  const report = () => command(['report', projectId, root, '--scene', 'Assets'], { token });
  const state = async () => (await server.call('checkProject', { projectId }, { token })).body.models;

  const first = await report();
  const fresh = await state();
  appendFileSync(path.join(root, `Oak chair_${scene().guid}`, '1k/chair.fbx'), 'edited');
  await report();

  expect([first.lines, first.complaint]).toEqual([['Film: 1 files of Assets reported.'], '']);
  expect(fresh).toMatchObject([{ title: 'Oak chair', version: 1, scenes: ['Assets'], isEdited: false }]);
  expect(await state()).toMatchObject([{ isEdited: true, isOutdated: false }]);
});

needsPython(`reads no file outside of a model's folder for a report${reason}`, async () => {
  const root = scratch();
  const files = [{ role: 'scene', lod: '1k', format: 'obj', relativePath: '../../secret.obj' }];
  writeFileSync(path.join(root, 'model.json'), JSON.stringify({ receiptVersion: 1, guid: 'a', files }));

  const { code, complaint } = await command(['report', 'x', root], { token: scene().token });

  expect([code, complaint]).toEqual([1, expect.stringContaining('not allowed')]);
});

needsPython(`names the files that there are${reason}`, async () => {
  const { token } = scene();
  const { code, complaint } = await command(['get', scene().guid, '--format', 'usd'], { token });

  expect([code, complaint]).toEqual([1, expect.stringContaining('10k fbx')]);
});

needsPython(`says how to sign in${reason}`, async () => {
  const { code, complaint } = await command(['get', scene().guid]);

  expect([code, complaint]).toEqual([
    1,
    `Sign in first: python -m lodestock_client ${stage().address} sign-in\n`,
  ]);
});

needsPython(`says why a server is not reached${reason}`, async () => {
  stage().fault.set('gone');

  const { code, complaint } = await command(['search', 'oak']);

  expect([code, complaint]).toEqual([1, expect.stringContaining('is unreachable')]);
});

needsPython(`does what its README shows${reason}`, async () => {
  const root = scratch();
  const [, example = ''] =
    /```python\n(.*?)```/s.exec(readFileSync(path.join(folder, 'README.md'), 'utf8')) ?? [];
  const program = example
    .replace('https://models.example.org', stage().address)
    .replace('"glb"', '"fbx"')
    .replace('/home/ada/models', root);

  const { code, lines, complaint } = await runPython(['-c', program], { onLine: approve });

  expect([code, complaint]).toEqual([0, '']);
  expect(lines.at(-1)).toContain(path.join(root, `Oak chair_${scene().guid}`, '10k/chair.fbx'));
});
