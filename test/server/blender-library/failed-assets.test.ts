import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createProblems } from '../../../server/catalogue/write/problems.ts';
import { makeLibraryFolder } from '../../helpers/library-folder.ts';
import { solidModels } from '../../helpers/solid-models.ts';
import { startTestServer } from '../../helpers/test-server.ts';
import { until } from '../../helpers/test-site.ts';
// Blender is its own process.
import 'node:child_process';

const glb = Object.values(solidModels.glb ?? {})[0] ?? '';

/** A server on one model, with a program in the place of Blender. */
async function startWith(script: string) {
  const library = makeLibraryFolder({ 'box/product.json': '{"guid":"box"}', 'box/1k/box.glb': glb });
  const program = path.join(library.folder, '.app/blender');
  mkdirSync(path.dirname(program));
  writeFileSync(
    program,
    `#!/bin/sh\ncase "$*" in *--version*) echo "Blender 4.2.0"; exit;; esac\n${script}\n`,
  );
  chmodSync(program, 0o755);
  const server = await startTestServer({
    libraryDir: library.folder,
    environment: { LODESTOCK_BLENDER: program },
  });
  const state = server.db.prepare<[], string>("SELECT state FROM job WHERE kind = 'asset'").pluck();
  const problems = createProblems(server.db);
  return {
    ...{ server, library },
    settled: () => until(() => state.get() !== 'waiting'),
    reasons: () => problems.list().flatMap(({ kind, reason }) => (kind === 'asset' ? [reason] : [])),
    left: () => readdirSync(path.join(server.dataDir, 'blender')),
  };
}

test('lists a model over which Blender dies, after a second attempt', async () => {
  const { server, settled, reasons, left } = await startWith('kill -9 $$');
  await settled();

  expect(reasons()).toEqual(['No asset for Blender was made: Blender stopped unexpectedly over it.']);
  expect(server.db.prepare("SELECT attempts FROM job WHERE kind = 'asset'").pluck().all()).toEqual([2]);
  expect(left()).toEqual([]);
});

test('lists no file that does not stand alone, and tries again once the model changes', async () => {
  const { server, library, settled, reasons } = await startWith('cp task.json made.blend');
  await settled();
  const before = reasons();
  library.remove('box/1k/box.glb');
  library.write({ 'box/1k/box.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' });

  await server.scan();
  await settled();

  expect(before).toEqual(['No asset for Blender was made: What Blender made of it does not stand alone.']);
  expect(reasons()).toEqual([]);
});
