type ServerEnvironmentOptions = {
  readonly inherited: Readonly<Record<string, string | undefined>>;
  readonly port: number;
  readonly dataFolder: string;
  readonly posterKey: string;
  /** Folder of models to offer; null offers the demo models. */
  readonly modelsFolder: string | null;
};

/** What a process needs to find its files, language and time zone; no NODE_OPTIONS and no secrets from the shell. */
const inheritedNames = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'SystemRoot',
  'TEMP',
  'TMP',
  'TMPDIR',
  'LANG',
  'LC_ALL',
  'TZ',
] as const;

/** The whole environment of the bundled server. */
export function createServerEnvironment(options: ServerEnvironmentOptions): Record<string, string> {
  const { inherited, modelsFolder } = options;
  const kept = inheritedNames.flatMap((name) => {
    const value = inherited[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    LODESTOCK_HOST: '127.0.0.1',
    LODESTOCK_PORT: String(options.port),
    LODESTOCK_DATA_DIR: options.dataFolder,
    LODESTOCK_LOG_LEVEL: 'info',
    LODESTOCK_POSTERS_KEY: options.posterKey,
    ...(modelsFolder === null ? { LODESTOCK_DEMO: 'true' } : { LODESTOCK_LIBRARY_DIR: modelsFolder }),
  };
}
