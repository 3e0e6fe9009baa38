import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../../server/contract/errors.ts';
import { fileKeyOf, isFinished } from '../../../src-main/downloads/queue/job.ts';
import { createSurvey } from '../../../src-main/downloads/survey.ts';
import type { DownloadRequest, Library, SurveyWish } from '../../../src-main/platform/ipc/contract.ts';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createServerClient } from '../../../src-main/server-connection/server-client.ts';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { startTestServer, type TestServer } from '../../helpers/test-server.ts';
import { createQueue } from './queue/queue-under-test.ts';

const onlyLight = Object.fromEntries(
  Object.entries(simpleModel('light', { guid: 'light', priceUsd: 2 })).filter(
    ([path]) => !path.includes('10k'),
  ),
);
const models = makeLibraryFolder({
  ...simpleModel('chair', { guid: 'chair', priceUsd: 1.5 }),
  ...simpleModel('table', { guid: 'table', priceUsd: 0 }),
  ...simpleModel('lamp', { guid: 'lamp', priceUsd: 3 }),
  ...onlyLight,
});
let server: TestServer;
let token = '';
beforeAll(async () => {
  server = await startTestServer({ libraryDir: models.folder });
  const scopes = ['download:direct', 'balance:read', 'entitlements:read'] as const;
  ({ appToken: token } = await signInPlugin(server, [...scopes]));
});
afterAll(async () => {
  await server.close();
  models.remove();
});

const emptyLibrary: Library = { folder: '/library', absence: null, places: [], models: [], problems: [] };
const wish: SurveyWish = { models: { query: {} }, format: 'obj', lod: '10k' };

async function createSurveyed(
  options: {
    readonly library?: Library;
    readonly add?: (requests: readonly DownloadRequest[]) => Promise<unknown>;
  } = {},
) {
  const queue = await createQueue({ canRun: () => false });
  const place = { server: 'bundled', account: null, library: '/library' };
  const client = createServerClient({
    http: createHttp('test'),
    baseUrl: () => server.baseUrl,
    token: () => token,
  });
  const added: DownloadRequest[] = [];
  const { handlers, read } = createSurvey({
    createClient: () => client,
    isSignedIn: () => true,
    readLibrary: async () => options.library ?? emptyLibrary,
    isListed: (file) => queue.jobList.findSame(fileKeyOf(file, place)).some((job) => !isFinished(job)),
    readFree: async () => 5_000_000,
    add: async (requests) => {
      added.push(...requests);
      await (options.add ?? queue.queue.add)(requests);
    },
    onChange: () => undefined,
  });
  const look = async (wanted: SurveyWish = wish) => {
    await handlers['survey.start'](wanted);
    await expect.poll(() => read()?.status).not.toBe('looking');
    const survey = read();
    if (!survey) throw new Error('there is no survey');
    return survey;
  };
  const confirm = (id: string) => handlers['survey.confirm']({ id });
  return { ...queue, look, confirm, handlers, read, added };
}

const byGuid = (survey: { readonly files: readonly { readonly guid: string; readonly state: string }[] }) =>
  Object.fromEntries(survey.files.map(({ guid, state }) => [guid, state]));

test('lists what there is, what it costs and needs', async () => {
  const { look } = await createSurveyed();

  const survey = await look();

  expect(byGuid(survey)).toEqual({ chair: 'wanted', table: 'wanted', lamp: 'wanted', light: 'absent' });
  expect(survey).toMatchObject({ status: 'ready', looked: 4, total: 4, priceUsd: 4.5, freeBytes: 5_000_000 });
  expect(survey.balanceUsd).toBeTypeOf('number');
  const { topologies } = (await server.call('model', { guid: 'chair' })).body;
  const file = topologies.find(({ lod }) => lod === '10k')?.files.find(({ format }) => format === 'obj');
  expect(survey.files.find(({ guid }) => guid === 'chair')?.sizeBytes).toBe(
    (file?.sizeBytes ?? 0) + (file?.supportBytes ?? 0),
  );
});

test('never takes another format or topology instead', async () => {
  const { look } = await createSurveyed();

  const survey = await look({ ...wish, format: 'glb' });

  expect(new Set(Object.values(byGuid(survey)))).toEqual(new Set(['absent']));
  expect(survey).toMatchObject({ sizeBytes: 0, priceUsd: 0 });
});

test('leaves out what is in the library', async () => {
  const { topologies, title } = (await server.call('model', { guid: 'lamp' })).body;
  const files = topologies.flatMap((topology) => topology.files);
  const library: Library = {
    ...emptyLibrary,
    models: [
      {
        ...{ guid: 'lamp', title, version: 1, license: 'CC0-1.0', attribution: null, sizeBytes: 1 },
        ...{ serverUrl: server.baseUrl, downloadedAt: '2026-05-04T10:00:00Z', folder: '/library/lamp' },
        files: files.map((file) => ({ ...file, isPresent: true, isEdited: false })),
      },
    ],
  };
  const { look } = await createSurveyed({ library });

  const survey = await look();

  expect(byGuid(survey)).toMatchObject({ lamp: 'here', chair: 'wanted' });
  expect(survey.priceUsd).toBe(1.5);
});

test('adds exactly what was listed, at its price', async () => {
  const { look, confirm, jobs } = await createSurveyed();
  const survey = await look();

  const { added } = await confirm(survey.id);

  expect(added).toBe(3);
  const chair = survey.files.find(({ guid }) => guid === 'chair');
  expect(jobs().find(({ guid }) => guid === 'chair')).toMatchObject({
    ...{ format: 'obj', lod: '10k', relativePath: '10k/thing.obj', maxPriceUsd: 1.5 },
    ...{ sha256: chair?.sha256, version: chair?.version, sizeBytes: chair?.sizeBytes },
  });
});

test('leaves out what is in the list already', async () => {
  const { look, confirm } = await createSurveyed();
  await confirm((await look()).id);

  const again = await look();

  expect(byGuid(again)).toEqual({ chair: 'listed', table: 'listed', lamp: 'listed', light: 'absent' });
  expect(again.priceUsd).toBe(0);
});

test('looks at chosen models, each once', async () => {
  const { look } = await createSurveyed();

  const survey = await look({ ...wish, models: { guids: ['lamp', 'chair', 'lamp', 'gone'] } });

  expect(survey.files.map(({ guid }) => guid)).toEqual(['lamp', 'chair']);
});

test('finds what a search finds', async () => {
  const { look } = await createSurveyed();

  const survey = await look({ ...wish, models: { query: { q: 'chair' } } });

  expect(survey.files.map(({ guid }) => guid)).toEqual(['chair']);
});

test('asks once: another list replaces the one before', async () => {
  const { look, confirm, added } = await createSurveyed();
  const first = await look();
  await look();

  await expect(confirm(first.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });

  expect(added).toEqual([]);
});

test('stays open when the list cannot be added', async () => {
  const full = new AppError('INSUFFICIENT_STORAGE', 'The disk is full.');
  const { look, confirm, read } = await createSurveyed({ add: () => Promise.reject(full) });
  const { id } = await look();

  await expect(confirm(id)).rejects.toMatchObject({ code: 'INSUFFICIENT_STORAGE' });

  expect(read()?.status).toBe('ready');
});

test('says why it could not look', async () => {
  const { look } = await createSurveyed();

  const survey = await look({ ...wish, models: { query: { limit: 'many', sort: 'nonsense' } } });

  expect(survey).toMatchObject({ status: 'failed', error: { code: 'INVALID_INPUT' } });
});

test('forgets a list that was cancelled', async () => {
  const { handlers, read } = await createSurveyed();
  await handlers['survey.start'](wish);

  await handlers['survey.cancel'](undefined);

  expect(read()).toBeNull();
});
