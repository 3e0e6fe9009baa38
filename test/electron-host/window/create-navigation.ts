import { type EventEmitter, once } from 'node:events';
import type { Schemes } from '../api/schemes.ts';
import type { Page } from '../chromium/open-page.ts';
import type { PageState } from './page-state.ts';

type NavigationOptions = {
  readonly state: PageState;
  readonly emitter: EventEmitter;
  readonly live: () => Promise<Page>;
  readonly schemes: Schemes;
};

async function load(url: string, { state, emitter, live, schemes }: NavigationOptions): Promise<void> {
  const page = await live();
  const target = schemes.toChromium(url);
  state.expectedUrl = target;
  state.hasNavigated = true;
  const stop = new AbortController();
  const hasLoaded = once(emitter, 'did-finish-load', { signal: stop.signal });
  hasLoaded.catch(() => {});
  const { errorText } = await page.session.send('Page.navigate', { url: target });
  if (errorText) {
    stop.abort();
    throw Object.assign(new Error(`${errorText} loading '${url}'`), { code: errorText, url });
  }
  await hasLoaded;
}

async function reload({ state, live }: NavigationOptions): Promise<void> {
  const page = await live();
  state.expectedUrl = state.url;
  await page.session.send('Page.reload');
}

/** The members of webContents that load pages. */
export function createNavigation(options: NavigationOptions) {
  return {
    loadURL: (url: string): Promise<void> => load(url, options),
    isLoadingMainFrame: () => false, // its pages answer at once whether they may close
    reload: (): void => {
      reload(options).catch((error: unknown) => {
        console.error('electron-host: the page cannot be reloaded', error);
      });
    },
    forcefullyCrashRenderer: (): void => {
      // The renderer that should answer is gone, so the command itself always fails.
      options
        .live()
        .then((page) => page.session.send('Page.crash'))
        .catch(() => {});
    },
  };
}
