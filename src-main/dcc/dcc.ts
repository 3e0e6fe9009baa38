import type { Library } from '../platform/ipc/contract.ts';
import type { Kernel } from '../platform/kernel.ts';
import { createJsonFile } from '../platform/storage/json-file.ts';
import type { Computer } from './apps/computer.ts';
import { createHandover } from './handover/handover.ts';
import { InstallRecords } from './plugins/install-record.ts';
import { createPlugins } from './plugins/plugins.ts';
import { createPublicAssets } from './plugins/public-assets.ts';

type DccOptions = Pick<Kernel, 'log' | 'publish' | 'places' | 'onBroken'> & {
  readonly pluginsDir: string;
  readonly manifestsDir: string;
  readonly computer: Computer;
  readonly readLibrary: () => Promise<Library>;
  /** Address of the catalogue that the app follows; null before one is known. */
  readonly serverUrl: () => string | null;
};

/** Manages 3ds Max, Unity, Blender and Godot: their plugins, and hand-overs to open apps. */
export function createDcc(options: DccOptions) {
  const { log, publish, readLibrary, places, pluginsDir, computer, onBroken } = options;
  const findAsset = createPublicAssets(options);
  const handover = createHandover({ log, publish, readLibrary, findAsset, noteFile: places.dcc });
  const plugins = createPlugins({
    ...{ pluginsDir, computer, previousDir: places.previousPlugins },
    file: createJsonFile({ file: places.installedPlugins, schema: InstallRecords, log, onBroken }),
  });
  return { handlers: { ...handover.handlers, ...plugins }, start: handover.start, stop: handover.stop };
}
