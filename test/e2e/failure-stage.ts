import type { Browser } from 'playwright';
import { builtPages } from '../helpers/built.ts';
import { type LibraryFolder, makeLibraryFolder, objText } from '../helpers/library-folder.ts';
import { startProxiedServer } from '../helpers/proxied-server.ts';
import { startKeyring, whyNoKeyring } from '../helpers/with-keyring.ts';
import { findPageBrowser, openBrowser } from '../src-renderer/site/open-browser.ts';
import { whyNoElectron } from './driver.ts';
import { accountButton, type Desk, makeDesk, openApp, person, signIn, type Walk } from './walk.ts';

const chromium = findPageBrowser();

/** Why the walks cannot be made here; null when they can. */
export const reason = whyNoElectron ?? (chromium === null ? 'chromium not installed' : whyNoKeyring());
export const note = reason === null ? '' : ` (skipped: ${reason})`;

export type Stage = Awaited<ReturnType<typeof setStage>>;

const models = () => ({
  'Table/product.json': JSON.stringify({ title: 'Table', priceUsd: 1 }),
  'Table/10k/table.obj': objText(60_000, 'table'),
  'Lamp/product.json': JSON.stringify({ title: 'Lamp', priceUsd: 1 }),
  'Lamp/10k/lamp.obj': objText(60_000, 'lamp'),
  'Vase/product.json': JSON.stringify({ title: 'Vase', priceUsd: 1 }),
  'Vase/10k/vase.obj': objText(4, 'vase'),
  'Vase/10k/other.obj': objText(5, 'other'),
});

/** A server with one account behind a proxy that can harm what passes, a browser and a keychain. */
export async function setStage(
  files: Readonly<Record<string, string>> = models(),
  environment: Readonly<Record<string, string>> = {},
) {
  const library: LibraryFolder = makeLibraryFolder(files);
  const { proxy, server, close } = await startProxiedServer({
    libraryDir: library.folder,
    rendererDir: builtPages,
    environment,
  });
  await server.call('register', person);
  const keyring = await startKeyring();
  const browser: Browser = await openBrowser(chromium ?? '');
  const opened: { walk: Walk; desk: Desk }[] = [];

  const open = async (desk: Desk, env = keyring?.env) => {
    const walk = await openApp(desk, env);
    opened.push({ walk, desk });
    return { desk, walk, page: walk.page };
  };
  const openSignedOut = (libraryFolder?: string, env = keyring?.env) =>
    open(makeDesk({ serverUrl: proxy.baseUrl, ...(libraryFolder !== undefined && { libraryFolder }) }), env);

  return {
    library,
    proxy,
    server,
    browser,
    open,
    openSignedOut,
    async openSignedIn(libraryFolder?: string) {
      const found = await openSignedOut(libraryFolder);
      await signIn(found.walk, { browser, isNew: false, decision: 'Approve' });
      await accountButton(found.page).waitFor();
      return found;
    },
    /** US dollars that the one account has now. */
    async readBalance() {
      const { token } = (await server.call('login', person)).body;
      return (await server.call('balance', {}, { token })).body.balanceUsd;
    },
    async clear() {
      proxy.set('none');
      for (const { walk, desk } of opened.splice(0)) {
        await walk.app.close();
        desk.remove();
      }
    },
    async close() {
      await browser.close();
      await keyring?.stop();
      await close();
      library.remove();
    },
  };
}
