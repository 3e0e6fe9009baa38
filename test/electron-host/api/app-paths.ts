import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import type { Host } from '../host.ts';

/** app.getPath and app.setPath for Linux, honouring --user-data-dir and XDG_CONFIG_HOME. */
export function createAppPaths(host: Host, getName: () => string) {
  const chosen = new Map<string, string>();
  const getPath = (name: string): string => {
    // Chromium knows no place for some folders on some computers, and then throws.
    const isUnknown = process.env.ELECTRON_HOST_NO_PATH === name;
    const path = chosen.get(name) ?? (isUnknown ? undefined : defaults[name]?.());
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  };
  const defaults: Readonly<Record<string, () => string>> = {
    home: homedir,
    temp: tmpdir,
    exe: () => host.executable,
    appData: () => process.env.XDG_CONFIG_HOME || path.join(homedir(), '.config'),
    userData: () => host.switches.get('user-data-dir') || path.join(getPath('appData'), getName()),
    logs: () => path.join(getPath('userData'), 'logs'),
    documents: () => path.join(homedir(), 'Documents'),
    downloads: () => path.join(homedir(), 'Downloads'),
  };
  return {
    getPath,
    setPath: (name: string, location: string): void => {
      if (!(name in defaults) || !existsSync(location)) throw new Error(`Failed to set path for '${name}'`);
      chosen.set(name, location);
    },
  };
}
