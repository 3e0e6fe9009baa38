import path from 'node:path';
import { z } from 'zod';

export const posterSettings = {
  LODESTOCK_POSTERS: z
    .enum(['auto', 'off'])
    .default('auto')
    .describe('Render missing posters; needs Chromium, Chrome or Edge'),
  LODESTOCK_POSTERS_PARALLEL: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(1)
    .describe('Models rendered at the same time'),
  LODESTOCK_POSTERS_TURN: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Render all sides, so that cards turn under the pointer; about 60 kB per model'),
  LODESTOCK_POSTERS_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{32,200}$/, 'Enter a secret of at least 32 characters, without spaces')
    .optional()
    .describe('Secret of an external renderer, in place of a browser; the desktop app sets it'),
  LODESTOCK_POSTERS_SANDBOX: z
    .enum(['required', 'off'])
    .default('required')
    .describe(
      'Sandbox of the browser; with `off`, a hostile model file that breaks it acts as the server’s user',
    ),
  LODESTOCK_CHROMIUM: z
    .string()
    .min(1)
    .optional()
    .describe('Path of the browser; defaults to the first one found'),
};

export type PosterConfig = ReturnType<typeof toPosterConfig>;

type Environment = Readonly<Record<string, string | undefined>>;
type Values = z.output<z.ZodObject<typeof posterSettings>>;

const kept =
  'PATH HOME USERPROFILE APPDATA LOCALAPPDATA SystemRoot ProgramFiles TEMP TMP TMPDIR LANG LC_ALL TZ XDG_RUNTIME_DIR'.split(
    ' ',
  );

const macFolders = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS`,
);

/** Folders that may contain browsers, on every system. */
export function listProgramFolders(environment: Environment): readonly string[] {
  const windowsRoots = [environment.ProgramFiles, environment['ProgramFiles(x86)'], environment.LOCALAPPDATA];
  const windowsFolders = windowsRoots.flatMap((root) =>
    root === undefined
      ? []
      : ['Google/Chrome', 'Chromium', 'Microsoft/Edge'].map((name) => path.join(root, name, 'Application')),
  );
  const own = (environment.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return [...new Set([...own, '/usr/bin', '/usr/local/bin', '/snap/bin', ...macFolders, ...windowsFolders])];
}

export function toPosterConfig(values: Values, environment: Environment) {
  return {
    isOn: values.LODESTOCK_POSTERS === 'auto',
    parallel: values.LODESTOCK_POSTERS_PARALLEL,
    /** Whether to render turntables too. */
    isTurning: values.LODESTOCK_POSTERS_TURN === 'on',
    isSandboxed: values.LODESTOCK_POSTERS_SANDBOX === 'required',
    /** Null if this server renders posters itself, with a browser. */
    key: values.LODESTOCK_POSTERS_KEY ?? null,
    /** Null for the first one found. */
    browser: values.LODESTOCK_CHROMIUM ?? null,
    programFolders: listProgramFolders(environment),
    /** Environment variables for the browser's files, language and clock; never a secret. */
    browserEnvironment: Object.fromEntries(
      kept.flatMap((name) => {
        const value = environment[name];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  };
}
