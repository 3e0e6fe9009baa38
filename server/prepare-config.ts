import { refuseNetworkDisk } from './base/storage/network-disk.ts';
import { type Config, readConfig } from './config.ts';

/** Reads the settings. Throws for invalid ones, and StartRefused for a data folder that cannot hold a database. */
export function prepareConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const config = readConfig(environment);
  const warning = refuseNetworkDisk(config.dataDir);
  return warning === null ? config : { ...config, warnings: [...config.warnings, warning] };
}
