import { prepareOutbound } from './base/outbound.ts';
import { StartRefused } from './base/storage/start-refused.ts';
import { refusedExitCode, stopMessage } from './contract/process-messages.ts';
import { findParentPort, takeStdinFromPort } from './parent-port.ts';
import { prepareConfig } from './prepare-config.ts';
import { createTerminalLog } from './terminal-log.ts';

/** Stops the server on a signal, or when the desktop app that started it asks. */
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
  // Also during the start, which then stops as soon as possible.
  stopOnSignals(async () => (await starting).stop());
  await starting;
}

/**
 * Without arguments, runs the server; `--transport stdio` serves one agent; commands also run beside a running server.
 * Each loads only the code it needs: a command answers faster than the server's code would load.
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

/** A child process of the desktop app does not exit by itself when nothing is left to do. */
async function exitWhenWritten(code: number): Promise<void> {
  for (const output of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => output.write('', () => resolve()));
  process.exit(code);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(error instanceof StartRefused ? refusedExitCode : 1);
});
