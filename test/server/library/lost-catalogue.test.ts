import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openCorrectedLibrary } from '../../helpers/corrected-library.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { loseCatalogue } from '../../helpers/table-kinds.ts';
import { registerPerson } from '../../helpers/test-server.ts';

test('keeps what people hold when the catalogue is read again', async () => {
  const { server, library, token: admin } = await openCorrectedLibrary(simpleModel('chair', { priceUsd: 2 }));
  const { token } = await registerPerson(server);
  const found = await server.call('search', {}, { token });
  const guid = found.body.results[0]?.guid ?? '';
  const wish = { guid, format: 'obj', lod: '10k', relativePath: '10k/thing.obj' } as const;
  await server.call('agentDirect', wish, { token });
  await server.call('changeFavourites', { add: [guid] }, { token });
  await server.call('adminEditModels', { guids: [guid], edit: { category: 'Seats' } }, { token: admin });
  const look = async () => ({
    model: (await server.call('model', { guid }, { token })).body,
    unlocks: (await server.call('entitlements', {}, { token })).body,
    transactions: (await server.call('transactions', {}, { token })).body,
    favourites: (await server.call('favourites', {}, { token })).body,
  });
  const before = await look();
  rmSync(path.join(library.folder, 'chair/.lodestock.json')); // as of a library that takes no file
  loseCatalogue(server.db);

  await server.scan();

  const again = await server.call('agentDirect', wish, { token });
  expect(before.model).toMatchObject({ category: 'Seats' });
  expect(await look()).toEqual(before);
  expect(again.body).toMatchObject({ chargedUsd: 0 });
});
