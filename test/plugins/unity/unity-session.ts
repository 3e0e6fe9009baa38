import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { monoOptions } from '../mono.ts';

const Control = z.object({
  kind: z.string(),
  label: z.string(),
  value: z.string(),
  isEnabled: z.boolean(),
  options: z.array(z.string()),
});
const Node = z.object({
  name: z.string(),
  parent: z.string(),
  source: z.string(),
  place: z.string(),
  order: z.number(),
  layer: z.number(),
  tag: z.string(),
  isActive: z.boolean(),
  flags: z.number(),
  materials: z.array(z.string()),
  replaced: z.number().describe('How many of its materials are not those of the model'),
  components: z.array(z.string()),
});
const State = z.object({
  failure: z.string(),
  broken: z.array(z.string()).describe('Rules of Unity that the plugin broke'),
  shown: z.array(Control),
  opened: z.array(z.string()),
  dialogs: z.array(z.string()),
  imported: z.array(z.string()),
  missing: z.array(z.string()).describe('Textures that an importer did not find'),
  packages: z.array(z.string()),
  walks: z.number().describe('How often the scenes were looked through'),
  nodes: z.array(Node),
});
export type UnityState = z.infer<typeof State>;

type UnityOptions = {
  readonly editor: string;
  readonly library: string;
  readonly home: string;
  readonly environment?: Readonly<Record<string, string>>;
};

/** In milliseconds; the editor itself gives up on what it waits for after 120 s. */
const answerWithin = 150_000;

/** One run of the simulated editor in a project that outlives it. */
export function startUnity({ editor, library, home, environment = {} }: UnityOptions) {
  const project = path.join(home, 'Castle');
  const session = path.join(home, 'session');
  mkdirSync(path.join(project, 'Assets/Editor'), { recursive: true });
  const child = spawn('mono', [...monoOptions(), editor, library, project], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      // Nothing of the person's own: no keychain, no keys, no desktop app.
      PATH: process.env.PATH,
      LANG: 'C.UTF-8',
      HOME: home,
      XDG_CONFIG_HOME: path.join(home, 'config'),
      UNITY_PREFS: path.join(home, 'prefs'),
      UNITY_SESSION: session,
      ...environment,
    },
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ended = once(child, 'exit');

  /** Mono may stop for ever: a session that does not answer is ended, so that it costs one test and not every later one. */
  const nextLine = async (command: string): Promise<string> => {
    const tooLate = setTimeout(() => child.kill('SIGKILL'), answerWithin);
    const line = await lines.next();
    clearTimeout(tooLate);
    if (!line.done) return line.value;
    await ended;
    throw new Error(
      `The simulated editor ended before it answered "${command}", or gave no answer for 150 s.`,
    );
  };
  /** Sends one command; a rule of Unity that was broken fails it, whatever the plugin caught. */
  const send = async (...words: readonly string[]): Promise<UnityState> => {
    child.stdin.write(`${words.map(encodeURIComponent).join(' ')}\n`);
    const line = await nextLine(words.join(' '));
    const state = State.parse(JSON.parse(line));
    if (state.broken.length > 0) throw new Error(`Unity's rules: ${state.broken.join('; ')}`);
    if (state.failure !== '') throw new Error(state.failure);
    return state;
  };
  let isKilled = false;
  /** Mono 6.8, when it ends on its own, may wait forever for one of its threads that closes a connection. */
  const end = async () => {
    isKilled = true;
    child.kill('SIGKILL');
    await ended;
  };
  return {
    home,
    project,
    send,
    open: () => send('menu', 'Window/Lodestock/Online Catalogue'),
    press: async (label: string) => {
      await send('act', 'button', label, '');
      return send('idle');
    },
    /** Presses without waiting for the end of what it starts. */
    tap: (label: string) => send('act', 'button', label, ''),
    type: async (label: string, text: string) => {
      await send('act', 'field', label, text);
      return send('idle');
    },
    pick: (option: string) => send('act', 'toolbar', option, ''),
    choose: (label: string, option: string) => send('act', 'popup', label, option),
    until: (text: string) => send('until', text),
    /** When nothing is under way any more, pictures included. */
    quiet: () => send('quiet'),
    /** The last word of the plugin. */
    status: async () => (await send('see')).shown.findLast(({ kind }) => kind === 'help')?.label ?? '',
    /** Compiles scripts again: everything in memory goes, the session's state stays. */
    reload: async () => {
      await send('unload');
      await end();
      return startUnity({ editor, library, home, environment });
    },
    close: async () => {
      if (isKilled || child.exitCode !== null || child.signalCode !== null) return;
      const leaving = send('unload').finally(end);
      await leaving;
      rmSync(session, { force: true });
    },
    kill: () => {
      isKilled = true;
      child.kill('SIGKILL');
    },
    /** A copy of the plugin's file in the project, as a person installs it. */
    install: (file: string) => cpSync(file, path.join(project, 'Assets/Editor/free3d_online.cs')),
  };
}
export type UnitySession = ReturnType<typeof startUnity>;
