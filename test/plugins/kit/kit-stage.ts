import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { startPluginStage } from '../plugin-stage.ts';
import { filesOf, type KitModel, makeKitLibrary } from './kit-library.ts';

/** Minutes after which a client that has not ended is ended. */
const patience = 3;

type Run = {
  readonly code: number | null;
  readonly lines: readonly string[];
  /** What it said to the person, on either stream. */
  readonly said: string;
};
type Wish = {
  readonly model?: KitModel;
  readonly lod?: '1k' | '10k';
  /** The most that may be charged, in US dollars. */
  readonly pay?: number;
  readonly folder?: string;
  readonly token?: string;
};
export type Got = Run & {
  readonly folder: string;
  /** Files with a final name, by their path in the folder. */
  readonly files: readonly string[];
  /** What of the chosen file is not there as it should be. */
  readonly lacks: readonly string[];
};

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
/** Those of a download; receipts and what is under way may lie where a client likes. */
const isFinal = (file: string) => /\.(glb|gltf|fbx|obj|mtl|bin|png)$/.test(file);

async function settle(child: ChildProcess, onLine: (line: string) => Promise<void>): Promise<Run> {
  const exited = once(child, 'close');
  const timer = setTimeout(() => child.kill('SIGKILL'), patience * 60_000);
  const lines: string[] = [];
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  if (child.stdout)
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      await onLine(line);
    }
  const [code] = await exited;
  clearTimeout(timer);
  return { code, lines, said: [said.trim(), ...lines].join('\n').trim() };
}

/** A real server with faults; clients are tried on it one after the other. */
export async function startKitServer() {
  const stage = await startPluginStage(makeKitLibrary());
  const { body } = await stage.server.call('search', { q: 'kit' });
  return { ...stage, guids: new Map(body.results.map(({ title, guid }) => [title, guid])) };
}
export type KitServer = Awaited<ReturnType<typeof startKitServer>>;

/** A client of any kind, and a person of its own, so that it has bought nothing. */
export async function startKitStage(stage: KitServer, command: readonly string[], format: string) {
  const { guids } = stage;
  const scratch = mkdtempSync(path.join(tmpdir(), 'lodestock-kit-'));
  const person = await signInPlugin(stage.server, ['account:read', 'download:direct']);
  const folders = { made: 0 };

  const newFolder = () => {
    folders.made += 1;
    return mkdtempSync(path.join(scratch, `${folders.made}-`));
  };
  const run = (words: readonly string[], token = '', onLine = async (_line: string) => {}) => {
    const [program = '', ...args] = command;
    const { HOME: _home, ...env } = process.env;
    // Neither the keychain nor the desktop app of the person who runs this.
    const child = spawn(program, [...args, stage.address, ...words], {
      cwd: env.INIT_CWD ?? process.cwd(),
      env: { ...env, HOME: scratch, XDG_CONFIG_HOME: scratch, LODESTOCK_TOKEN: token },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return settle(child, onLine);
  };

  return {
    ...stage,
    guidOf: (model: KitModel) => guids.get(`Kit ${model}`) ?? '',
    balance: async () => (await stage.server.call('balance', {}, person.browser)).body.balanceUsd,
    /** One `sign-in`, on which the person decides as soon as it shows an address. */
    async signIn(decide: 'approve' | 'deny') {
      const shown: string[] = [];
      const ran = await run(['sign-in'], '', async (line) => {
        const [address] = /https?:\/\/\S+\/approve\/\S+/.exec(line) ?? [];
        if (address === undefined) return;
        shown.push(address);
        await stage[decide](address);
      });
      return { ...ran, hasAsked: shown.length > 0 };
    },
    /** One `get`. */
    async get(wish: Wish = {}): Promise<Got> {
      const { model = 'plain', lod = '1k', pay = 0, folder = newFolder(), token = person.appToken } = wish;
      const words = ['get', guids.get(`Kit ${model}`) ?? '', '--format', format, '--lod', lod];
      const ran = await run([...words, '--to', folder, '--pay', String(pay)], token);
      const files = listFiles(folder).filter(isFinal);
      const lacks = (filesOf[format] ?? []).filter((name) => {
        const wanted = readFileSync(path.join(stage.library.folder, model, lod, name));
        const found = files.find((file) => file.endsWith(`${lod}/${name}`));
        return found === undefined || !readFileSync(path.join(folder, found)).equals(wanted);
      });
      return { ...ran, folder, files, lacks };
    },
    scratch,
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  };
}
export type KitStage = Awaited<ReturnType<typeof startKitStage>>;
