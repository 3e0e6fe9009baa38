import { once } from 'node:events';
import { closeSync, existsSync, ftruncateSync, openSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../server/base/db/open-database.ts';
import { makeLibraryFolder, objText } from '../../../helpers/library-folder.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';
import { startServerChild, waitUntilReady } from '../../../helpers/server-child.ts';
import { waitUntil } from '../../../helpers/watched-library.ts';

const place = 'large/1k/thing.obj';
/** Sparse: it takes no room, and many seconds to be hashed, in which anybody can see that it is read. */
const largeBytes = 2 ** 32;

function makeServer() {
  const library = makeLibraryFolder({ 'small/1k/thing.obj': objText(4), [place]: '' });
  const descriptor = openSync(path.join(library.folder, place), 'r+');
  ftruncateSync(descriptor, largeBytes);
  closeSync(descriptor);
  const dataDir = makeFolder();
  const env = {
    LODESTOCK_DATA_DIR: dataDir,
    LODESTOCK_LIBRARY_DIR: library.folder,
    LODESTOCK_PORT: '0',
  };
  const marks = path.join(dataDir, 'reading');
  /** Whether this process has noted what it reads. */
  const isReading = (pid: number | undefined) =>
    existsSync(marks) &&
    readdirSync(marks).some(
      (name) =>
        name.startsWith(`${pid}-`) && statSync(path.join(marks, name), { throwIfNoEntry: false })?.size,
    );
  const start = async () => {
    const server = await startServerChild('dist/server/main.js', { env });
    onTestFinished(() => void server.child.kill('SIGKILL'));
    return server;
  };
  const problems = () => {
    const db = openDatabase(path.join(dataDir, 'lodestock.db'));
    const rows = db.prepare<[string], string>('SELECT reason FROM problem WHERE path = ?').pluck().all(place);
    db.close();
    return rows;
  };
  return { library, start, isReading, problems };
}

test('starts although a file ended the server twice', async () => {
  const { library, start, isReading, problems } = makeServer();
  for (let death = 0; death < 2; death += 1) {
    const server = await start();
    await waitUntil(() => Boolean(isReading(server.child.pid)));
    const gone = once(server.child, 'exit');
    server.child.kill('SIGKILL');
    await gone;
  }

  const last = await start();
  await waitUntilReady(last.baseUrl);
  const listed = problems();
  library.write({ [place]: objText(9) });
  await waitUntil(() => problems().length === 0);
  await last.stop();

  expect(listed).toEqual([
    expect.stringContaining('thing.obj ended the server twice while it was being read.'),
  ]);
});
