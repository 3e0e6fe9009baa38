import { homedir } from 'node:os';
import path from 'node:path';

type Surroundings = { readonly platform: string; readonly env: Readonly<Record<string, string | undefined>> };

/** Where a server that is started by hand keeps its data, after the custom of the system. */
export function findDataFolder({ platform, env }: Surroundings): string {
  const home = env.HOME ?? env.USERPROFILE ?? homedir();
  if (platform === 'win32')
    return path.join(env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local'), 'Lodestock');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Lodestock');
  return path.join(env.XDG_DATA_HOME || path.join(home, '.local', 'share'), 'lodestock');
}
