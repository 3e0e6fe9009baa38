import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { buildApp } from '../../server/app/build-app.ts';
import { openStorage } from '../../server/base/data-folder/storage.ts';
import { openDatabase } from '../../server/base/db/open-database.ts';
import { loadServerKey } from '../../server/base/keys.ts';
import { takeFolderWork } from '../../server/base/storage/folder-work.ts';
import { readConfig } from '../../server/config.ts';
import { createLibrary } from '../../server/library/library.ts';

/** The server as it is, but without the limit of downloads per token, which a bench would only measure. */
const directLimit = { max: Number.MAX_SAFE_INTEGER, window: 1 };
const config = readConfig({ ...process.env, LODESTOCK_TEST_TUNING: JSON.stringify({ directLimit }) });
const clock = Date.now;
const db = openDatabase(path.join(config.dataDir, 'lodestock.db'));
const storage = openStorage(db);
const work = takeFolderWork(config.dataDir);
const library = createLibrary({ config, db, clock, storage });
const key = loadServerKey(config.dataDir);
const rendererDir = path.join(import.meta.dirname, '../../dist/renderer');
const startersDir = path.join(import.meta.dirname, '../../dist/starters');
const { http, addresses } = await buildApp({
  config,
  db,
  key,
  clock,
  readiness: library,
  storage,
  work,
  rendererDir,
  startersDir,
});
await http.listen({ host: config.host, port: 0, backlog: 4096 });
const bound = http.server.address();
if (typeof bound === 'object' && bound) addresses.setPort(bound.port);
console.log(JSON.stringify({ event: 'listening', baseUrl: addresses.base() }));
await library.scan(http.log);

const delay = monitorEventLoopDelay({ resolution: 2 });
/** Begins to watch the event loop, and ends with what was seen. */
process.on('SIGUSR2', () => {
  if (delay.enable()) return;
  delay.disable();
  console.log(JSON.stringify({ delayP99: delay.percentile(99) / 1e6 }));
  delay.reset();
});
