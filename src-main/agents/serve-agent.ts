import { once } from 'node:events';
import { createConnection } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as delay } from 'node:timers/promises';
import { app } from 'electron';
import { forkServer } from '../app/server-process.ts';
import type { Settings } from '../platform/ipc/settings-fields.ts';
import type { Policy } from '../platform/settings/policy-fields.ts';
import { isServerChosen, type SettingsFile } from '../platform/settings/settings.ts';
import type { JsonFile } from '../platform/storage/json-file.ts';
import type { AgentCall } from './agent-call.ts';
import { openAgentFolder } from './agent-folder.ts';

type Chosen = Pick<Settings, 'serverUrl' | 'ownServer' | 'modelsFolder' | 'certificateFile'>;
type Parts = {
  readonly call: AgentCall;
  /** The built server. */
  readonly script: string;
  readonly settings: Pick<JsonFile<SettingsFile>, 'read'>;
  readonly readPolicy: () => Promise<Policy>;
  readonly hasModelsFolder: boolean;
  readonly toEnvironment: (chosen: Chosen) => Record<string, string>;
};

/** Milliseconds to wait for the last output of a process that has exited. */
const lastWords = 1000;
/** Marks the end of stdin in the Windows launcher: one direction of a pipe cannot be closed. Escaped in JSON. */
const endOfInput = '\u0004';

/** Reads the choice of server that the window uses too. */
async function readChosen({ settings, readPolicy, hasModelsFolder }: Parts): Promise<Chosen> {
  const stored = await settings.read();
  const { ServerUrl, CertificateFile } = await readPolicy();
  return {
    serverUrl: ServerUrl ?? stored?.serverUrl ?? null,
    ownServer: stored?.ownServer ?? (hasModelsFolder ? 'models' : null),
    modelsFolder: stored?.modelsFolder ?? null,
    certificateFile: CertificateFile ?? stored?.certificateFile ?? null,
  };
}

const toArguments = (task: AgentCall['task'], serverUrl: string | null): readonly string[] => [
  ...(task === 'serve' ? ['--transport', 'stdio'] : ['mcp', task]),
  ...(serverUrl === null ? [] : ['--server', serverUrl]),
];

type Ends = { readonly input: Readable; readonly output: Writable };

async function openEnds(pipe: string | null): Promise<Ends> {
  if (pipe === null) return { input: process.stdin, output: process.stdout };
  const socket = createConnection(pipe);
  await once(socket, 'connect');
  return { input: socket, output: socket };
}

/** Forwards text until the input ends, which stops the server process. */
function passOn({ input }: Ends, write: (text: string | null) => void): void {
  const decoder = new StringDecoder('utf8');
  let isOver = false;
  const end = () => {
    if (!isOver) write(null);
    isOver = true;
  };
  input.on('data', (chunk: Buffer | string) => {
    const text = typeof chunk === 'string' ? chunk : decoder.write(chunk);
    const [before = '', after] = text.split(endOfInput);
    if (before !== '' && !isOver) write(before);
    if (after !== undefined) end();
  });
  input.once('end', end);
  input.once('close', end);
  input.once('error', end);
}

/** Serves one agent over stdin and stdout until it leaves, and returns the exit code. */
export async function serveAgent(parts: Parts): Promise<number> {
  const { folder, remove } = openAgentFolder();
  try {
    app.setPath('userData', folder);
    app.disableHardwareAcceleration();
    // Without this, macOS shows an icon for an app without a window.
    app.dock?.hide();
    return await run(parts);
  } finally {
    remove();
  }
}

async function run(parts: Parts): Promise<number> {
  const { call, script, toEnvironment } = parts;
  await app.whenReady();
  const chosen = await readChosen(parts);
  if (!isServerChosen(chosen))
    throw new Error('Lodestock does not know your models yet. Open it once and choose, then try again.');
  const ends = await openEnds(call.pipe);
  const child = forkServer(script, toEnvironment(chosen), toArguments(call.task, chosen.serverUrl));
  const exited = new Promise<number>((resolve) => child.onExit((code) => resolve(code ?? 1)));
  const closed = [child.stdout, child.stderr].map((from) => from && once(from, 'close'));
  child.onFatalError(({ type, location }) => console.error(`The server ended: ${type} in ${location}.`));
  child.stdout?.pipe(ends.output, { end: false });
  child.stderr?.pipe(process.stderr, { end: false });
  passOn(ends, child.write);
  const code = await exited;
  // A child process that outlives the server can hold the pipes open.
  await Promise.race([Promise.all(closed), delay(lastWords, undefined, { ref: false })]);
  if (ends.output !== process.stdout) ends.output.end();
  return code;
}
