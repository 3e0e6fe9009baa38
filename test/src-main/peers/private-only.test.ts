import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createBandwidth } from '../../../src-main/downloads/bandwidth.ts';
import { createHttp } from '../../../src-main/http.ts';
import type { LibraryModel } from '../../../src-main/ipc/contract.ts';
import { createBorrow } from '../../../src-main/peers/borrow.ts';
import { createPeers } from '../../../src-main/peers/peers.ts';
import { createServerClient } from '../../../src-main/server-client.ts';
import { answerJson, listen, readJson } from '../listen.ts';
import { createMemoryLog } from '../memory-log.ts';
import { createScratch } from '../scratch.ts';

const now = () => 0;
const file = {
  ...{ relativePath: '10k/scene.max', url: 'http://h', leavesUrl: null, leavesSha256: null },
  ...{ sizeBytes: 2 ** 21, sha256: 'a'.repeat(64) },
};

test.each(['8.8.8.8', '172.32.0.1', '169.254.1.1', '100.64.0.1', '127.0.0.1', 'studio.lan'])(
  'goes to nobody at %s',
  async (address) => {
    const peers = [{ places: [{ address, port: 80 }], ticket: 't', key: '' }];
    const server = await listen((_request, response) => answerJson(response, 200, { ok: true, peers }));
    const http = createHttp('0.0.0-test');
    const client = createServerClient({ http, baseUrl: () => server.origin, token: () => 'lsp_secret' });
    const borrow = createBorrow({ mayAsk: async () => true, isServerHere: () => false, now });

    expect(await borrow.find(client, 'guid', file, new AbortController().signal)).toEqual([]);
  },
);

test('offers only what came from this server and is untouched', async () => {
  const said: Record<string, unknown>[] = [];
  const server = await listen(async (request, response) => {
    said.push(await readJson(request));
    answerJson(response, 200, { ok: true, leaseSeconds: 300, knows: true });
  });
  const folder = await createScratch();
  await mkdir(path.join(folder, '10k'));
  await writeFile(path.join(folder, '10k/a.max'), 'a');
  const entry: Omit<LibraryModel['files'][number], 'sha256'> = {
    ...{ format: 'max', lod: '10k', variant: null, role: 'scene', relativePath: '10k/a.max' },
    ...{ sizeBytes: 2 ** 20, isPresent: true, isEdited: false },
  };
  const of = (hex: string) => hex.repeat(64);
  const model: LibraryModel = {
    ...{ guid: 'm', title: 'M', version: 1, license: 'CC0-1.0', attribution: null },
    ...{ serverUrl: server.origin, downloadedAt: '2026-01-01T00:00:00Z', folder, sizeBytes: 1 },
    files: [
      { ...entry, sha256: of('a') },
      { ...entry, sha256: of('b'), isEdited: true },
      { ...entry, sha256: of('c'), isPresent: false },
      { ...entry, sha256: of('d'), sizeBytes: 2 ** 20 - 1 },
      { ...entry, sha256: of('e'), sizeBytes: 2 ** 21 },
    ],
  };
  const other: LibraryModel = {
    ...model,
    serverUrl: 'https://other.example.org',
    files: [{ ...entry, sha256: of('f') }],
  };
  const http = createHttp('0.0.0-test');
  const client = createServerClient({ http, baseUrl: () => server.origin, token: () => 'lsp_secret' });
  const unlimited = createBandwidth(() => null);
  const library = { folder, absence: null, places: [], problems: [], revision: 1, models: [model, other] };
  const peers = createPeers({
    ...{ isWanted: () => true, server: () => server.origin, client, log: createMemoryLog().log, now },
    ...{ showLibrary: async () => library, listAddresses: () => ['8.8.8.8'], isMetered: async () => null },
    ...{ uploads: unlimited, downloads: unlimited },
  });
  onTestFinished(peers.stop);

  await peers.wake();

  expect(said).toEqual([
    {
      places: [{ address: '127.0.0.1', port: expect.any(Number) }],
      has: Buffer.from('e'.repeat(16) + 'a'.repeat(16), 'hex').toString('base64'),
    },
  ]);
});
