import os from 'node:os';
import path from 'node:path';
import { findDataFolder, listEarlierDataFolders } from '../contract/data-folder.ts';

type Wish = {
  readonly named: string | undefined;
  readonly earlier: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
};

export type DataFolders = {
  readonly dataDir: string;
  /** Where earlier versions kept it, if the data may still be there. */
  readonly earlierDataDirs: readonly string[];
};

/** The folder that is named, or else the one that all programs of this user share. */
export function chooseDataFolder({ named, earlier, env }: Wish): DataFolders {
  if (named !== undefined)
    return {
      dataDir: path.resolve(named),
      earlierDataDirs: earlier === undefined ? [] : [path.resolve(earlier)],
    };
  const computer = { platform: process.platform, env, home: os.homedir() };
  return { dataDir: findDataFolder(computer), earlierDataDirs: listEarlierDataFolders(computer) };
}
