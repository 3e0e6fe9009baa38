/** What determines where programs store their data on a computer. */
export type Computer = {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the user's home folder. */
  readonly home: string;
};

const joinFor =
  (platform: string) =>
  (...parts: readonly string[]): string =>
    parts.join(platform === 'win32' ? '\\' : '/');

/** Returns where programs store data that belongs to this computer; never a folder that Windows roams to others. */
export function findLocalFolder({ platform, env, home }: Computer): string {
  const join = joinFor(platform);
  if (platform === 'win32') return env.LOCALAPPDATA || join(home, 'AppData', 'Local');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return env.XDG_DATA_HOME || join(home, '.local', 'share');
}

/**
 * Returns the server's data folder unless LODESTOCK_DATA_DIR names another. It is the same whether the server is
 * started by hand, as a service of this user, or by the desktop app.
 */
export function findDataFolder(computer: Computer): string {
  const join = joinFor(computer.platform);
  const local = findLocalFolder(computer);
  return computer.platform === 'win32' || computer.platform === 'darwin'
    ? join(local, 'Lodestock', 'server')
    : join(local, 'lodestock');
}
