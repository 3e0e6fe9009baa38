import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { app } from 'electron';
import type { Computer } from '../../server/contract/data-folder.ts';
import { readPolicy as readPolicyOf } from '../platform/settings/read-policy.ts';
import { SettingsFile } from '../platform/settings/settings.ts';
import type { findAppFolders } from '../platform/storage/app-folders.ts';
import { createJsonFile } from '../platform/storage/json-file.ts';
import { silentLog } from '../platform/storage/log.ts';
import { listPlaces } from '../platform/storage/places.ts';
import { createServerEnvironment } from '../server-connection/server-environment.ts';
import type { AgentCall } from './agent-call.ts';
import { serveAgent } from './serve-agent.ts';

type Place = {
  readonly folders: ReturnType<typeof findAppFolders>;
  /** The folder of the built main process. */
  readonly here: string;
  readonly computer: Computer;
};

/** Runs without a window, alongside the app if that is open. */
export function runForAgent(call: AgentCall, { folders, here, computer }: Place): void {
  const places = listPlaces(folders.own, folders);
  serveAgent({
    call,
    script: path.join(here, '../server/main.js'),
    settings: createJsonFile({ file: places.settings, schema: SettingsFile, log: silentLog }),
    readPolicy: () => readPolicyOf({ platform: process.platform, home: computer.home, log: silentLog }),
    hasModelsFolder: Boolean(process.env.LODESTOCK_LIBRARY_DIR),
    toEnvironment: (chosen) =>
      createServerEnvironment({
        ...chosen,
        inherited: process.env,
        dataFolder: places.serverData,
        port: 0,
        posterKey: randomBytes(32).toString('hex'),
        modelsFolder: process.env.LODESTOCK_LIBRARY_DIR || chosen.modelsFolder,
      }),
  }).then(app.exit, (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    app.exit(1);
  });
}
