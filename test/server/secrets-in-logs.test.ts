import { expect, test } from 'vitest';
import { makeLibraryFolder, simpleModel } from '../helpers/library-folder.ts';
import { registerPerson, startTestServer } from '../helpers/test-server.ts';
import { findSecrets, passSecrets } from '../judges/secrets.ts';

const wish = { guid: 'table', format: 'obj', lod: '10k', relativePath: '10k/thing.obj' };

test('writes no secret into its most talkative log', async () => {
  const library = makeLibraryFolder(simpleModel('table', { guid: 'table', priceUsd: 3 }));
  const environment = { LODESTOCK_LOG_LEVEL: 'debug' };
  const server = await startTestServer({ libraryDir: library.folder, environment });
  await registerPerson(server);

  const secrets = await passSecrets({ baseUrl: server.baseUrl, wish });

  const log = server.logged.join('');
  await server.close();
  library.remove();
  expect(log.split('\n').length).toBeGreaterThan(100);
  expect(secrets.every((secret) => secret.length >= 12)).toBe(true);
  expect(findSecrets(log, secrets)).toEqual([]);
});

test('finds a secret in what a log quotes', () => {
  const log = '{"level":20,"url":"/api?token=lsu_one%20two"}\n{"msg":"lsk_three"}';

  const found = findSecrets(log, ['lsu_one two', 'lsk_three', 'lsp_four']);

  expect(found).toEqual(['lsu_one …', 'lsk_thre…']);
});
