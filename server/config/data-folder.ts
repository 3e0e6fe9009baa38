import os from 'node:os';
import path from 'node:path';
import { findDataFolder } from '../contract/data-folder.ts';

/** The folder that is named, or else the one that all programs of this user share. */
export const chooseDataFolder = (
  named: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string =>
  named === undefined
    ? findDataFolder({ platform: process.platform, env, home: os.homedir() })
    : path.resolve(named);
