import path from 'node:path';
import { startScriptedAssets } from '../desktop-assets.ts';
import { plugin } from './compiled-plugin.ts';
import { makeHome, offerAt } from './offered-update.ts';
import type { prepareUnity } from './prepare-unity.ts';

export const feedAddress = '/assets/plugins/unity/update-feed.json';
export const noteIn = (home: string, folder = 'Lodestock') => path.join(home, 'config', folder, 'dcc.json');

/** Opens the window in a project with the plugin, on a computer whose app offers the next version. */
export async function openWithApp(
  { start }: Pick<ReturnType<typeof prepareUnity>, 'start'>,
  server: string,
  library?: string,
) {
  const home = makeHome();
  const app = await startScriptedAssets(noteIn(home));
  offerAt(app);
  const unity = start({ home, ...(library !== undefined && { library }) });
  unity.install(plugin);
  await unity.open();
  await unity.type('Server', server);
  return { home, app, unity, paths: () => app.seen.map((one) => one.path) };
}
