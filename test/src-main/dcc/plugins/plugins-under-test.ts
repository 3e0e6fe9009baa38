import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readMaxVersion } from '../../../../.ci/build-mzp.ts';
import { buildStarters } from '../../../../.ci/starters/build-starters.ts';
import { InstallRecords } from '../../../../src-main/dcc/plugins/install-record.ts';
import { createPlugins } from '../../../../src-main/dcc/plugins/plugins.ts';
import { createJsonFile } from '../../../../src-main/platform/storage/json-file.ts';
import { buildRelease } from '../../../helpers/starter-release.ts';
import { listFiles } from '../../list-files.ts';
import { createMemoryLog } from '../../memory-log.ts';
import { makeComputer } from '../apps/fake-computer.ts';

/** The version of the 3ds Max plugin that the app brings in these tests. */
export const builtVersion = readMaxVersion();

/** A computer with 3ds Max and Blender, and the app's plugins. */
export async function startApp() {
  const fake = await makeComputer('win32');
  await fake.put('programs/Autodesk/3ds Max 2024/3dsmax.exe');
  await fake.put('settings/Blender Foundation/Blender/4.2/config/userpref.blend');
  const pluginsDir = fake.at('starters');
  buildStarters(pluginsDir);
  const { log } = createMemoryLog();
  const previousDir = fake.at('previous');
  const open = () =>
    createPlugins({
      ...{ pluginsDir, computer: fake.computer, previousDir },
      file: createJsonFile({ file: fake.at('plugins.json'), schema: InstallRecords, log }),
    });
  const call = open();
  const findTarget = async (family: string) => {
    const { families } = await call['plugins.read'](undefined);
    const found = families.find((one) => one.family === family)?.targets[0];
    if (!found) throw new Error(`no place for ${family}`);
    return found;
  };
  const max = await findTarget('3dsmax');
  return {
    ...{ ...fake, call, open, pluginsDir, previousDir, findTarget, max },
    script: path.join(max.place, 'Contents/free3d_installer.ms'),
    /** Offers another version of the 3ds Max plugin, as an app that was updated does. */
    offer: (version: string) => buildRelease(pluginsDir, version),
    install: (family: string) => findTarget(family).then(({ id }) => call['plugins.install']({ id })),
    remove: (family: string) => findTarget(family).then(({ id }) => call['plugins.remove']({ id })),
  };
}

/** 3ds Max with 0.2.0, which replaced the built version. */
export async function startUpdated() {
  const app = await startApp();
  await app.install('3dsmax');
  const before = readFileSync(app.script);
  app.offer('0.2.0');
  await app.install('3dsmax');
  const kept = (await listFiles(app.previousDir)).find((file) => file.endsWith('free3d_installer.ms')) ?? '';
  const goBack = () => app.call['plugins.goBack']({ id: app.max.id });
  return { ...app, before, keptScript: path.join(app.previousDir, kept), goBack };
}
