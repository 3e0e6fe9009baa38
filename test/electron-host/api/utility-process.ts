import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { ForkOptions } from 'electron';
import { strict } from '../strict.ts';
import { createStrictEmitter } from '../strict-emitter.ts';

type Stdio = 'ignore' | 'inherit' | 'pipe';

const parentPortModule = new URL('../child/parent-port.ts', import.meta.url).href;
const stdioValues: readonly Stdio[] = ['ignore', 'inherit', 'pipe'];

function readStdio(stdio: ForkOptions['stdio'] = 'inherit'): readonly [Stdio, Stdio] {
  const [input, output, errors] = typeof stdio === 'string' ? ['ignore', stdio, stdio] : stdio;
  if (input !== 'ignore') throw new Error('stdin value other than ignore is not supported.');
  const toStdio = (value: string | undefined): Stdio => {
    const known = stdioValues.find((candidate) => candidate === value);
    if (!known) throw new Error(`${value} is not a valid stdio value of utilityProcess.fork`);
    return known;
  };
  return [toStdio(output), toStdio(errors)];
}

// Electron reports what waitpid says, in which a signal is its number.
function toExitCode(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? (signal ? constants.signals[signal] : 1);
}

function startChild(modulePath: string, args: readonly string[], options: ForkOptions): ChildProcess {
  const [output, errors] = readStdio(options.stdio);
  const nodeArguments = ['--import', parentPortModule, ...(options.execArgv ?? [])];
  // The child's end of the pipe on descriptor 3 tells it when this process is gone, even after a SIGKILL.
  return spawn(process.execPath, [...nodeArguments, modulePath, ...args], {
    stdio: ['ignore', output, errors, 'pipe'],
    env: { ...(options.env ?? process.env), ELECTRON_HOST_VERSION: process.versions.electron },
    ...(options.cwd !== undefined && { cwd: options.cwd }),
  });
}

/** Milliseconds that Electron leaves a process after SIGTERM. */
const killPatience = 2000;

/** As Electron ends one: on Windows at once and without a word, elsewhere with SIGTERM and soon with SIGKILL. */
function endProcess(child: ChildProcess): boolean {
  if (process.env.ELECTRON_HOST_KILLS === 'windows') return child.kill('SIGKILL');
  const timer = setTimeout(() => child.kill('SIGKILL'), killPatience);
  child.once('exit', () => clearTimeout(timer));
  return child.kill('SIGTERM');
}

const wasAborted = (code: number | null, signal: NodeJS.Signals | null) =>
  signal === 'SIGABRT' || code === 134;

function createUtilityProcess(child: ChildProcess) {
  let isRunning = false;
  const lifeline = child.stdio[3];
  lifeline?.on('error', () => {});
  const utility = createStrictEmitter({
    name: 'UtilityProcess',
    events: ['error', 'exit', 'spawn'],
    members: {
      get pid(): number | undefined {
        return isRunning ? child.pid : undefined;
      },
      stdout: child.stdout,
      stderr: child.stderr,
      // A process that has not come up yet cannot be ended.
      kill: (): boolean => isRunning && endProcess(child),
      postMessage: (message: unknown): void => {
        if (lifeline && 'write' in lifeline) lifeline.write(`${JSON.stringify(message)}\n`);
      },
    },
  });
  const finish = (code: number): void => {
    isRunning = false;
    utility.emit('exit', code);
  };
  child.once('spawn', () => {
    isRunning = true;
    utility.emit('spawn');
  });
  child.once('error', (error) => {
    console.error('electron-host: a utility process cannot be started', error);
    finish(1);
  });
  child.once('exit', (code, signal) => {
    // A fatal error of V8. Without a listener this throws, as any emitter's 'error' does.
    if (wasAborted(code, signal)) utility.emit('error', 'FatalError', 'v8::ToLocalChecked', '{}');
    finish(toExitCode(code, signal));
  });
  return utility;
}

/** Electron's `utilityProcess`: a plain Node process that ends with this one; messages go to it only. */
export function createUtilityProcessModule(isReady: () => boolean) {
  return strict('utilityProcess', {
    fork: (modulePath: string, args: readonly string[] = [], options: ForkOptions = {}) => {
      if (!isReady()) throw new Error('utilityProcess cannot be created before app is ready.');
      return createUtilityProcess(startChild(modulePath, args, options));
    },
  });
}
