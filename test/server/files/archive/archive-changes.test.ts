import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { signInBrowser } from '../../../helpers/browser-session.ts';
import { makeLibraryFolder, objText } from '../../../helpers/library-folder.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';
import { registerPerson, startTestServer, type TestServer } from '../../../helpers/test-server.ts';
import { complaintsOf, judgesNote } from '../../../helpers/zip-judges.ts';

const library = makeLibraryFolder({
  'shaky/product.json': JSON.stringify({ guid: 'shaky', priceUsd: 0 }),
  'shaky/10k/thing.obj': objText(3, 'shaky'),
  'shaky/10k/a.psd': randomBytes(1000),
  'shaky/10k/b.psd': randomBytes(40 * 1024 * 1024),
  'shaky/10k/c.psd': randomBytes(1000),
});
const scratch = makeFolder();
let server: TestServer;
let address = '';
beforeAll(async () => {
  server = await startTestServer({ libraryDir: library.folder });
  const { headers } = await signInBrowser(server, await registerPerson(server));
  const asked = `${server.baseUrl}/download/shaky/all?ext=obj`;
  address = (await fetch(asked, { headers, redirect: 'manual' })).headers.get('location') ?? '';
});

test('breaks off when a file changes under it', async () => {
  const response = await fetch(address);
  const reader = response.body?.getReader();
  await reader?.read();

  writeFileSync(path.join(library.folder, 'shaky/10k/c.psd'), randomBytes(1000));
  const rest = (async () => {
    for (;;) if ((await reader?.read())?.done !== false) return 'ended';
  })();

  await expect(rest).rejects.toThrow('terminated');
});

test(`makes a new archive once the change was read${judgesNote}`, async () => {
  await server.scan();

  const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());

  const zip = path.join(scratch, 'shaky.zip');
  writeFileSync(zip, bytes);
  expect(complaintsOf(zip)).toEqual([]);
  expect(bytes.includes(readFileSync(path.join(library.folder, 'shaky/10k/c.psd')))).toBe(true);
});
