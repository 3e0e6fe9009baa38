import os from 'node:os';
import path from 'node:path';
import { findDataFolder } from '../contract/data-folder.ts';

/** The named folder, or else the one shared by all of this user's programs. */
export const chooseDataFolder = (
  named: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string =>
  named === undefined
    ? findDataFolder({ platform: process.platform, env, home: os.homedir() })
    : path.resolve(named);
