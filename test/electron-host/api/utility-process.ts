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

function createUtilityProcess(child: ChildProcess) {
  let isRunning = false;
  const utility = createStrictEmitter({
    name: 'UtilityProcess',
    events: ['exit', 'spawn'],
    members: {
      get pid(): number | undefined {
        return isRunning ? child.pid : undefined;
      },
      stdout: child.stdout,
      stderr: child.stderr,
      kill: (): boolean => child.kill('SIGTERM'),
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
  child.once('exit', (code, signal) => finish(toExitCode(code, signal)));
  return utility;
}

/** Electron's `utilityProcess`: a plain Node process that ends with this one; no messages go either way. */
export function createUtilityProcessModule(isReady: () => boolean) {
  return strict('utilityProcess', {
    fork: (modulePath: string, args: readonly string[] = [], options: ForkOptions = {}) => {
      if (!isReady()) throw new Error('utilityProcess cannot be created before app is ready.');
      return createUtilityProcess(startChild(modulePath, args, options));
    },
  });
}
