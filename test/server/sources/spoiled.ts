import { afterEach, beforeAll, expect } from 'vitest';
import { type FakeSource, startAssetFetch, startBefore, startPolyHaven } from '../../helpers/fake-source.ts';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { entry, openSources, terms } from '../../helpers/sources.ts';
import { registerPerson, startTestServer, type TestServer } from '../../helpers/test-server.ts';

export type Spoil = Parameters<FakeSource['spoil']>[0];
type Room = Awaited<ReturnType<typeof openSources>>;

let other: TestServer;
let otherKey = '';
let stops: FakeSource[] = [];
/** Ends with the test. */
export const endLater = (fake: FakeSource) => void stops.push(fake);

/** Another server of ours, and the end of all hosts that tests start. */
export function startOther() {
  // Files share this module: each makes a folder of its own, and removes that.
  const library = makeLibraryFolder(simpleModel('Oak Chair', { license: 'CC0-1.0' }));
  beforeAll(async () => {
    other = await startTestServer({ libraryDir: library.folder });
    const { token } = await registerPerson(other);
    while ((await other.call('search', { q: 'chair' })).status !== 200)
      await new Promise((resolve) => setTimeout(resolve, 20));
    otherKey = (await other.call('createApiKey', { name: 'Source' }, { token })).body.apiKey;
  });
  afterEach(async () => {
    await Promise.all(stops.map((fake) => fake.stop()));
    stops = [];
  });
}

export const kinds = ['lodestock', 'assetfetch', 'polyhaven'] as const;
export type Kind = (typeof kinds)[number];
/** The question of each kind that finds models. */
export const searches = { lodestock: '/api-embeddings/', assetfetch: '/assets', polyhaven: '/assets' };
export const perMinute = 12;

export async function open(kind: Kind, deadline?: number) {
  const start = {
    lodestock: () => startBefore(other.baseUrl),
    assetfetch: startAssetFetch,
    polyhaven: startPolyHaven,
  };
  const fake = await start[kind]();
  stops.push(fake);
  const address = kind === 'assetfetch' ? `${fake.address}/start` : fake.address;
  const key = { lodestock: otherKey, assetfetch: 'secret', polyhaven: undefined }[kind];
  const room = await openSources([entry('Source', kind, address, { key, perMinute })], deadline);
  return { fake, room };
}
export const spoilAt =
  (path: string, how: (usual: string) => ReturnType<Spoil>): Spoil =>
  (asked, { body }) =>
    asked === path ? how(typeof body === 'string' ? body : JSON.stringify(body)) : null;

/** However a source behaves, it is named, its models have a credit, and it is not asked too often. */
export async function search(room: Room, fake: FakeSource, words = 'chair') {
  const { results, sources = [] } = await room.search(words);
  expect(sources.map(({ name }) => name)).toEqual(['Source']);
  for (const { source, license } of results) {
    expect(source?.credit).toMatch(/Powered by Source$/);
    expect([source?.terms, license]).toEqual([terms, expect.stringMatching(/./)]);
  }
  expect(fake.asked.length).toBeLessThanOrEqual(perMinute);
  return { results, state: sources[0] };
}
