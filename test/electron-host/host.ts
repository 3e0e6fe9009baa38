import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { locateApp } from './launch/locate-app.ts';
import { parseArguments } from './launch/parse-arguments.ts';

export type RecordedCall = { readonly what: string; readonly detail: unknown };

function readHost(argv: readonly string[]) {
  const executable = realpathSync(argv[1] ?? '');
  const folder = import.meta.dirname;
  const parsed = parseArguments(argv.slice(2));
  const calls: RecordedCall[] = [];
  return {
    folder,
    executable,
    version: readFileSync(path.join(folder, 'version'), 'utf8').trim(),
    resourcesFolder: path.join(folder, 'resources'),
    arguments: argv.slice(2),
    switches: parsed.switches,
    requiredModules: parsed.requiredModules,
    calls,
    ...(parsed.switches.has('version')
      ? { appFolder: folder, isPackaged: false, entry: undefined }
      : locateApp(path.join(folder, 'resources'), parsed.app)),
  };
}

export type Host = ReturnType<typeof readHost>;

/** This process as an Electron: what was asked for, and in `calls` what the app asked of the desktop. */
export const host: Host = readHost(process.argv);
