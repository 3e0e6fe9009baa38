import { prepareOutbound } from './base/outbound.ts';
import { StartRefused } from './base/storage/start-refused.ts';
import { refusedExitCode, stopMessage } from './contract/process-messages.ts';
import { findParentPort, takeStdinFromPort } from './parent-port.ts';
import { prepareConfig } from './prepare-config.ts';
import { createTerminalLog } from './terminal-log.ts';

/** Ends the process in order when it is told to: by a signal, or by the desktop app whose process it is. */
function stopOnSignals(stop: () => Promise<void>) {
  const end = () => void stop().then(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
  findParentPort()?.on('message', ({ data }: { readonly data: unknown }) => {
    if (data === stopMessage) end();
  });
}

async function serve() {
  const { startServer } = await import('./start-server.ts');
  const config = prepareConfig(process.env);
  const urls = [
    ...[...config.hosts, config.embeddings?.url ?? '', config.bucket?.endpoint ?? ''],
    ...config.sources.map(({ address }) => address),
  ];
  prepareOutbound({ environment: process.env, caFile: config.caFile, urls });
  const starting = startServer(config, process.stdout.isTTY ? createTerminalLog(process.stdout) : undefined);
  // Also while it starts: then it stops as soon as it can.
  stopOnSignals(async () => (await starting).stop());
  await starting;
}

/**
 * Without arguments the server runs; `--transport stdio` serves one agent; a command runs next to a running server too.
 * Each loads what it needs alone: a command answers sooner than a server would have been loaded.
 */
async function main(args: readonly string[]) {
  if (args.length === 0) return serve();
  const parentPort = findParentPort();
  if (parentPort !== null) takeStdinFromPort(parentPort);
  if (args[0] === '--transport') {
    const { runStdio } = await import('./start-stdio.ts');
    const config = prepareConfig(process.env);
    const urls = [...args, ...config.sources.map(({ address }) => address)];
    prepareOutbound({ environment: process.env, caFile: config.caFile, urls });
    return stopOnSignals(await runStdio(args, config));
  }
  const { runCommand } = await import('./commands/run-command.ts');
  const code = await runCommand(args, process.env);
  if (parentPort === null) process.exitCode = code;
  else await exitWhenWritten(code);
}

/** A process of the desktop app goes on when nothing is left to do. */
async function exitWhenWritten(code: number): Promise<void> {
  for (const output of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => output.write('', () => resolve()));
  process.exit(code);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(error instanceof StartRefused ? refusedExitCode : 1);
});
