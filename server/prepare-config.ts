import { refuseNetworkDisk } from './base/storage/network-disk.ts';
import { settleDataFolder } from './base/storage/settle-data-folder.ts';
import { type Config, readConfig } from './config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings, and the data folder where they say it is: moved there from where earlier versions kept it. Throws for
 * invalid settings, and StartRefused for a folder that cannot hold a database.
 */
export function prepareConfig(environment: Environment): Config {
  const config = readConfig(environment);
  refuseNetworkDisk(config.dataDir);
  const { dataDir, note } = settleDataFolder(config.dataDir, config.earlierDataDirs);
  if (note !== null) console.error(note);
  return dataDir === config.dataDir ? config : readConfig({ ...environment, LODESTOCK_DATA_DIR: dataDir });
}
