import type { EventEmitter } from 'node:events';
import type { Schemes } from '../api/schemes.ts';
import type { CdpPayload } from '../chromium/connect-cdp.ts';
import type { Page } from '../chromium/open-page.ts';
import { createPreventableEvent } from '../preventable-event.ts';
import type { PageState } from './page-state.ts';
import { serveRequest } from './serve-request.ts';

type PausedRequest = CdpPayload<'Fetch.requestPaused'>;

type RequestWatch = {
  readonly page: Page;
  readonly state: PageState;
  readonly emitter: EventEmitter;
  readonly schemes: Schemes;
};

function withoutHash(url: string): string {
  return url.split('#', 1)[0] ?? url;
}

function mayNavigate({ state, emitter, schemes }: RequestWatch, paused: PausedRequest): boolean {
  const isRedirect = paused.redirectedRequestId !== undefined;
  const isExpected = state.expectedUrl !== null && withoutHash(state.expectedUrl) === paused.request.url;
  if (isExpected) state.expectedUrl = null;
  // Reloads are let through, because those of a DevTools client such as Playwright look like the page's own.
  const isReload = withoutHash(state.url) === paused.request.url;
  if ((isExpected || isReload) && !isRedirect) return true;
  const url = schemes.fromChromium(`${paused.request.url}${paused.request.urlFragment ?? ''}`);
  const event = createPreventableEvent({ url, isMainFrame: true, isSameDocument: false });
  emitter.emit(isRedirect ? 'will-redirect' : 'will-navigate', event, url);
  return !event.defaultPrevented;
}

async function answer(watch: RequestWatch, paused: PausedRequest): Promise<void> {
  const { page, schemes } = watch;
  const { requestId } = paused;
  const isMainDocument = paused.resourceType === 'Document' && paused.frameId === page.frameId;
  if (isMainDocument && !mayNavigate(watch, paused)) {
    await page.session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    return;
  }
  const url = schemes.fromChromium(paused.request.url);
  const handler = schemes.findHandler(url);
  if (handler) await serveRequest({ session: page.session, paused, url, handler });
  else await page.session.send('Fetch.continueRequest', { requestId });
}

/** Serves the app's schemes to the page and lets listeners refuse its navigations. */
export async function watchRequests(watch: RequestWatch): Promise<void> {
  const { session } = watch.page;
  session.on('Fetch.requestPaused', (paused) => {
    answer(watch, paused).catch((error: unknown) => {
      if (!watch.state.isDestroyed) console.error('electron-host: a request stayed unanswered', error);
    });
  });
  await session.send('Fetch.enable', {
    patterns: [{ urlPattern: watch.schemes.urlPattern }, { urlPattern: '*', resourceType: 'Document' }],
  });
}
