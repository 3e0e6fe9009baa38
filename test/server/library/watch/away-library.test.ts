import { renameSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeLibraryFolder, simpleModel } from '../../../helpers/library-folder.ts';
import { startTestServer } from '../../../helpers/test-server.ts';

test('tells log and monitor that the library is away, and back', async () => {
  const library = makeLibraryFolder(simpleModel('chair'));
  const server = await startTestServer({ libraryDir: library.folder });
  const readWarnings = async () => (await (await fetch(`${server.baseUrl}/readyz`)).json()).warnings;
  const before = await readWarnings();

  renameSync(library.folder, `${library.folder}-away`);
  await server.scan();
  await server.scan();
  const away = await readWarnings();
  renameSync(`${library.folder}-away`, library.folder);
  await server.scan();

  expect([before, await readWarnings()]).toEqual([undefined, undefined]);
  expect(away).toEqual([expect.stringContaining('The library folder is not there.')]);
  const events = server.logged.join('').match(/"event":"library-(missing|back)"/g);
  expect(events).toEqual(['"event":"library-missing"', '"event":"library-back"']);
});
