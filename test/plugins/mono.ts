import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

const onPath = (command: string) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, command))
    .find((file) => existsSync(file));
export const hasMono = ['mcs', 'mono', 'mkfifo'].every((command) => onPath(command) !== undefined);

type Extras = { readonly input?: string; readonly env?: NodeJS.ProcessEnv };

/** Mono may stop for ever, and nothing else in this process can end a program that it waits for. */
const limits = { timeout: 300_000, killSignal: 'SIGKILL' } as const;

/** Runs a program to its end and gives what it prints. */
export function run(command: string, args: readonly string[], extras: Extras = {}): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', ...limits, ...extras });
  if (status !== 0) throw new Error(`${command} says: ${stdout}${stderr}`);
  return stdout;
}

export const compile = (args: readonly string[]) => run('mcs', ['-nologo', '-warnaserror', ...args]);

const cache = path.resolve(import.meta.dirname, '../../node_modules/.cache/lodestock-mono');

/** Longer than making any folder takes: its maker was killed. */
const abandonedAfter = 120_000;

/** Whether this process is to make a folder; if not, another one has just made it. */
function takeTurn(folder: string): boolean {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      mkdirSync(`${folder}.turn`);
      if (!existsSync(folder)) return true;
      rmdirSync(`${folder}.turn`);
      return false;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const since = statSync(`${folder}.turn`, { throwIfNoEntry: false })?.mtimeMs;
      if (since !== undefined && Date.now() - since > abandonedAfter) return true;
      Atomics.wait(pause, 0, 0, 50);
    }
  }
}

/** A folder that is made once for all test files that run at the same time or later. */
function makeOnce(name: string, fill: (folder: string) => void): string {
  const folder = path.join(cache, name);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  if (!takeTurn(folder)) return folder;
  const building = mkdtempSync(path.join(cache, 'building-'));
  try {
    fill(building);
    renameSync(building, folder);
  } catch (error) {
    rmSync(building, { recursive: true, force: true });
    if (!existsSync(folder)) throw error; // else another test file made it meanwhile
  } finally {
    rmSync(`${folder}.turn`, { recursive: true, force: true });
  }
  return folder;
}

/** A text as a file, for programs that read files. */
export function writeOnce(name: string, text: string): string {
  const hash = createHash('sha256').update(name).update(text).digest('hex');
  return path.join(
    makeOnce(hash, (folder) => writeFileSync(path.join(folder, name), text)),
    name,
  );
}

/** Machine code next to a program, which mono then need not make at each start; without a linker it does, as usual. */
function compileAhead(program: string, image: string, references: readonly string[]): void {
  const env = { ...process.env, MONO_PATH: references.join(path.delimiter) };
  spawnSync('mono', [`--aot=outfile=${image}`, program], { stdio: 'ignore', env, ...limits });
}

/** Compiles once; the name follows the sources. */
export function compileOnce(
  name: string,
  sources: readonly string[],
  options: readonly string[] = [],
): string {
  const hash = createHash('sha256').update('ahead').update(options.join(' '));
  for (const source of sources) hash.update(readFileSync(source));
  const references = options.flatMap((option) =>
    option.startsWith('-r:/') ? path.dirname(option.slice(3)) : [],
  );
  const folder = makeOnce(hash.digest('hex'), (building) => {
    const program = path.join(building, name);
    compile([...options, `-out:${program}`, ...sources]);
    compileAhead(program, `${program}.so`, references);
  });
  return path.join(folder, name);
}

/** Where the compiler itself lies; `mcs` is a script of one line that runs it. */
function findCompiler(): string {
  const [found] = /\S+mcs\.exe/.exec(readFileSync(onPath('mcs') ?? '', 'utf8')) ?? [];
  if (found === undefined) throw new Error('The script mcs names no mcs.exe.');
  return found;
}

/** What Debian's package does not bring as machine code, and every program of the tests uses. */
const libraries = ['System.dll', 'System.Core.dll', 'System.Net.Http.dll'];

let options: readonly string[] | undefined;
/** What mono is started with: half of what a short run costs is making machine code of its own libraries. */
export function monoOptions(): readonly string[] {
  options ??= [`--aot-path=${makeLibraryImages()}`];
  return options;
}

function makeLibraryImages(): string {
  const files = libraries.map((name) => path.join(path.dirname(findCompiler()), name));
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return makeOnce(hash.digest('hex'), (building) => {
    for (const file of files) compileAhead(file, path.join(building, `${path.basename(file)}.so`), []);
  });
}

/**
 * Compiles many things in one process, as making the compiler ready takes most of the time of one. Gives what it says of each:
 * nothing where all is well.
 */
export function compileAll(all: readonly (readonly string[])[]): string[] {
  const compiler = findCompiler();
  const source = path.join(import.meta.dirname, 'compile-all.cs');
  const program = compileOnce('compile-all.exe', [source], [`-r:${compiler}`]);
  const input = all.map((args) => `${['-nologo', '-warnaserror', ...args].join('\t')}\n`).join('');
  const said = run('mono', [program], {
    input,
    env: { ...process.env, MONO_PATH: path.dirname(compiler) },
  });
  return said.trimEnd().split('\n').map(decodeURIComponent);
}
