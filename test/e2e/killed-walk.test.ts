import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { isOnPath } from '../helpers/is-on-path.ts';
import { makeLibraryFolder, objText } from '../helpers/library-folder.ts';
import { createClient } from '../helpers/patient-client.ts';
import { sha256Of } from '../helpers/publishing.ts';
import { killServer, type ServerChild, startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import { hasSharedModels, readSharedFile } from '../helpers/shared-models.ts';

/** The suite walks twice; `LODESTOCK_TEST_KILLS=30` walks as often as before a release. */
const rounds = Number(process.env.LODESTOCK_TEST_KILLS ?? 2);
const seed = Number(process.env.LODESTOCK_TEST_KILL_SEED ?? 20_261_125);
const isPossible = isOnPath('blender') && hasSharedModels;
const why = isPossible ? '' : ' (skipped: no Blender, or no real models beside the project)';

const python = `
import bpy, numpy, os, sys
if not hasattr(numpy, 'bool'): numpy.bool = bool  # Debian 12: the glTF add-on of Blender 3.4 is older than its numpy
what, place = sys.argv[-2:]
bpy.ops.wm.read_factory_settings(use_empty=True)
if what == 'count':
    bpy.ops.import_scene.gltf(filepath=place)
    shown = [o for o in bpy.data.objects if o.type == 'MESH' and not o.name.startswith('Icosphere')]
    print('TRIANGLES', sum(len(p.vertices) - 2 for o in shown for p in o.data.polygons))
else:
    bpy.ops.mesh.primitive_uv_sphere_add(segments=40, ring_count=20)
    bpy.ops.export_scene.gltf(filepath=os.path.join(place, 'stool.glb'), export_format='GLB')
    bpy.ops.wm.save_as_mainfile(filepath=os.path.join(place, 'stool.blend'))
`;
const askBlender = (what: string, place: string) =>
  execFileSync(
    'blender',
    ['-b', '--factory-startup', '--python-exit-code', '3', '--python-expr', python, '--', what, place],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );

const chair = { 'Chair/chair.obj': objText(4000, 'chair') };
let stool: Readonly<Record<string, Buffer>> = {};
beforeAll(() => {
  if (!isPossible) return;
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-stool-'));
  askBlender('make', folder);
  const names = ['stool.glb', 'stool.blend'];
  stool = Object.fromEntries(names.map((name) => [`Stool/${name}`, readFileSync(path.join(folder, name))]));
  rmSync(folder, { recursive: true });
});

type Client = ReturnType<typeof createClient>;
const found = async (client: Client, title: string) =>
  (await client.ask('GET', '/api-embeddings/browse?limit=200')).results.find(
    (one: { title: string }) => one.title === title,
  );
const scenes = async (client: Client, guid: string) =>
  (await client.ask('GET', `/api/download/formats/${guid}`)).topologies.flatMap(
    ({ files }: { files: { role: string }[] }) => files.filter(({ role }) => role === 'scene'),
  );

/** Registers, or signs in where that was done before the server was killed. */
async function enter(baseUrl: string, name: string): Promise<string> {
  const client = createClient(baseUrl, '');
  const person = { email: `${name}@example.org`, password: 'correct horse battery' };
  const known = await client.ask('POST', '/api/auth/login', person).catch(() => null);
  return (known ?? (await client.ask('POST', '/api/auth/register', { ...person, name }))).token;
}

async function download(client: Client, guid: string, wish: object): Promise<Buffer> {
  const { downloadUrl, sha256 } = await client.ask('POST', '/api/download/direct', { guid, ...wish });
  const bytes = Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
  if (sha256Of(bytes) !== sha256) throw new Error('It did not arrive complete.');
  return bytes;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
async function waitFor<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(50);
  }
}

type People = { admin: string; artist: string; other: string };
type Walk = { readonly baseUrl: string; readonly people: People };

/** What people do, in order; each step can be done again, as after a broken connection. */
const steps: readonly ((walk: Walk) => Promise<unknown>)[] = [
  async ({ baseUrl, people }) => {
    people.admin = await enter(baseUrl, 'admin');
    people.artist = await enter(baseUrl, 'artist');
    people.other = await enter(baseUrl, 'other');
    const admin = createClient(baseUrl, people.admin);
    const { accounts } = await admin.ask('GET', '/api/admin/accounts?search=artist@example.org');
    await admin.ask('POST', `/api/admin/accounts/${accounts[0].id}/role`, { role: 'publisher' });
  },
  async ({ baseUrl, people }) => {
    const admin = createClient(baseUrl, people.admin);
    await admin.ask('POST', '/api/admin/library/rules', { place: 'Kit', borders: 'one' });
    await waitFor(async () => {
      const { results } = await admin.ask('GET', '/api-embeddings/browse?limit=200');
      const parts = results.filter(({ title }: { title: string }) => /^(Kit|Seat|Back)$/.test(title));
      return parts.length === 1 ? true : undefined;
    });
  },
  async ({ baseUrl, people }) => {
    const artist = createClient(baseUrl, people.artist);
    const { results } = await artist.ask('GET', '/api-embeddings/?q=knight');
    await download(artist, results[0].guid, { format: 'glb', lod: '10k' });
  },
  ({ baseUrl, people }) => createClient(baseUrl, people.artist).push('Chair', chair),
  ({ baseUrl, people }) => createClient(baseUrl, people.artist).push('Stool', stool),
  async ({ baseUrl, people }) => {
    const other = createClient(baseUrl, people.other);
    const model = await waitFor(async () => found(other, 'Chair'));
    const bytes = await download(other, model.guid, { format: 'obj' });
    expect(sha256Of(bytes)).toBe(sha256Of(chair['Chair/chair.obj']));
  },
];

type Killing = { readonly step: number; readonly after: number };

async function walkWith({ step, after }: Killing) {
  const library = makeLibraryFolder({
    'Characters/Knight.glb': readSharedFile('knight', 'Knight.glb'),
    'Kit/seat.obj': objText(40, 'seat'),
    'Kit/back.obj': objText(30, 'back'),
  });
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lodestock-killed-walk-'));
  const env = {
    LODESTOCK_DATA_DIR: dataDir,
    LODESTOCK_LIBRARY_DIR: library.folder,
    LODESTOCK_PORT: '0',
    LODESTOCK_REGISTRATION: 'open',
  };
  const start = async () => {
    const started = await startServerChild('dist/server/main.js', { env });
    await waitUntilReady(started.baseUrl);
    return started;
  };
  let server: ServerChild = await start();
  onTestFinished(async () => {
    await server.stop();
    library.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const people: People = { admin: '', artist: '', other: '' };
  for (const [number, act] of steps.entries()) {
    if (number === step) {
      const cutOff = act({ baseUrl: server.baseUrl, people }).catch(() => {});
      await sleep(after);
      await killServer(server);
      await cutOff;
      server = await start();
    }
    await act({ baseUrl: server.baseUrl, people });
  }
  return { server, people, dataDir };
}

test.skipIf(!isPossible)(
  `takes an admin and two artists past a server that is killed${why}`,
  { timeout: 900_000 + rounds * 60_000 },
  async () => {
    const killing = fc.record({
      step: fc.integer({ min: 0, max: steps.length - 1 }),
      after: fc.integer({ min: 0, max: 400 }),
    });
    for (const [round, one] of fc.sample(killing, { numRuns: rounds, seed }).entries()) {
      const { server, people, dataDir } = await walkWith(one);

      const artist = createClient(server.baseUrl, people.artist);
      await waitFor(async () => ((await found(artist, 'Stool')) ? true : undefined));
      const { results } = await artist.ask('GET', '/api-embeddings/browse?limit=200');
      expect(results.map(({ title }: { title: string }) => title).sort()).toEqual([
        'Chair',
        'Kit',
        'Knight',
        'Stool',
      ]);
      const made = await scenes(artist, (await found(artist, 'Stool')).guid);
      expect(made.map(({ sha256 }: { sha256: string }) => sha256).sort()).toEqual(
        Object.values(stool).map(sha256Of).sort(),
      );
      const charges = async (token: string) =>
        (
          await createClient(server.baseUrl, token).ask('GET', '/api/account/transactions')
        ).transactions.filter(({ kind }: { kind: string }) => kind === 'unlock').length;
      expect([await charges(people.artist), await charges(people.other)]).toEqual([1, 1]);
      if (round === 0) {
        const knight = await found(artist, 'Knight');
        const [file] = await scenes(artist, knight.guid);
        const place = path.join(dataDir, 'knight.glb');
        writeFileSync(place, await download(artist, knight.guid, { format: 'glb', lod: '10k' }));
        expect(askBlender('count', place)).toContain(`TRIANGLES ${file.triangles}`);
      }
      await server.stop();
    }
  },
);
