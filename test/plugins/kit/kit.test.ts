import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { python } from '../../helpers/find-python.ts';
import { hasPython } from '../blender/run-python.ts';
import { commandOf, godot, makeProject, reason as noGodot } from '../godot/godot-project.ts';
import { type KitServer, startKitServer } from './kit-stage.ts';
import { tryClient } from './try-client.ts';

const plugins = path.resolve(import.meta.dirname, '../../../plugins');
const needsPython = test.skipIf(!hasPython);
const reason = hasPython ? '' : ' (skipped: python3 is not installed)';

let server: KitServer;
beforeAll(async () => {
  if (hasPython || godot !== null) server = await startKitServer();
});
afterAll(() => server?.close());

const listBroken = async (command: readonly string[], format: string) =>
  (await tryClient(server, { command, format })).flatMap(({ name, why }) =>
    why === '' ? [] : [`It ${name}: ${why}`],
  );

needsPython(`finds that the Python client withstands every fault${reason}`, async () => {
  const module = path.join(plugins, 'python/lodestock_client');
  const start = `import runpy, sys; sys.path.insert(0, ${JSON.stringify(path.dirname(module))}); runpy.run_module("lodestock_client", run_name="__main__")`;

  expect(await listBroken([python, '-B', '-c', start], 'fbx')).toEqual([]);
});

test.skipIf(godot === null)(`finds that the Godot client withstands every fault${noGodot}`, async () => {
  const project = makeProject();
  onTestFinished(project.remove);

  expect(await listBroken(commandOf(project), 'gltf')).toEqual([]);
});

needsPython(`finds what a careless client lets happen${reason}`, async () => {
  const command = [python, '-B', path.join(import.meta.dirname, 'careless.py')];
  const findings = await tryClient(server, { command, format: 'glb' });

  const held = findings.filter(({ why }) => why === '').map(({ name }) => name);
  expect(held).toEqual([
    'downloads a file with all that it needs',
    'waits for a slow file host',
    'says that the server is gone',
  ]);
});
