import { createDcc } from './dcc/dcc.ts';
import type { FeatureOptions } from './feature-options.ts';
import { InstallRecords } from './starters/install-record.ts';
import { createPublicAssets } from './starters/public-assets.ts';
import { createStarters } from './starters/starters.ts';
import { createJsonFile } from './storage/json-file.ts';

type HostProgramsOptions = FeatureOptions & {
  readonly libraryFolder: () => string;
  /** Address of the catalogue that the app follows; null before one is known. */
  readonly serverUrl: () => string | null;
  readonly onBroken: (aside: string) => void;
};

/** 3ds Max, Unity and Blender: their plugins, and what is sent to those that are open. */
export function createHostPrograms(options: HostProgramsOptions) {
  const { log, publish, libraryFolder, places, startersDir, computer, onBroken } = options;
  const findAsset = createPublicAssets(options);
  const dcc = createDcc({ log, publish, libraryFolder, findAsset, noteFile: places.dcc });
  const starters = createStarters({
    ...{ startersDir, computer, previousDir: places.previousStarters },
    file: createJsonFile({ file: places.starters, schema: InstallRecords, log, onBroken }),
  });
  return { handlers: { ...dcc.handlers, ...starters }, start: dcc.start, stop: dcc.stop };
}
