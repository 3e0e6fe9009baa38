import path from 'node:path';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './db/open-database.ts';
import { closeGracefully } from './http/close-gracefully.ts';
import { loadServerKey } from './keys.ts';
import { createLibrary } from './library.ts';
import { createNoLibrary } from './no-library.ts';

/** The built pages: beside this folder in the built app, in dist/ when the sources run. */
const rendererDir = import.meta.filename.endsWith('.ts')
  ? path.join(import.meta.dirname, '../dist/renderer')
  : path.join(import.meta.dirname, '../renderer');

async function start() {
  const config = readConfig(process.env);
  const clock = Date.now;
  const db = openDatabase(path.join(config.dataDir, 'lodestock.db'));
  const library = config.role === 'site' ? createNoLibrary() : createLibrary({ config, db, clock });
  const key = loadServerKey(config.dataDir);
  const { http, addresses, setupCode } = await buildApp({
    config,
    db,
    key,
    clock,
    readiness: library,
    rendererDir,
  });

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await closeGracefully(http);
    await library.close();
    db.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());

  await http.listen({ host: config.host, port: config.port });
  const bound = http.server.address();
  if (typeof bound === 'object' && bound) addresses.setPort(bound.port);
  http.log.info({
    event: 'listening',
    baseUrl: addresses.base(),
    dataDir: config.dataDir,
    libraryDir: config.libraryDir,
  });
  const code = setupCode();
  if (code !== null) {
    http.log.info(
      { event: 'set-up', setupCode: code },
      'No account yet: the first becomes the admin; from another machine it needs this code.',
    );
  }
  await library.scan(http.log).catch((error: unknown) => {
    if (!isStopping) http.log.error({ event: 'scan-failed', err: error }, 'The library could not be read.');
  });
}

/** Without arguments the server runs; with a command, that runs instead, beside a running server too. */
async function main(args: readonly string[]) {
  if (args.length === 0) return start();
  const { runCommand } = await import('./commands/run-command.ts');
  process.exitCode = await runCommand(args, process.env);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
