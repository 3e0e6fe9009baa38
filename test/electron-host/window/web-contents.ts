import { EventEmitter } from 'node:events';
import type { WebPreferences } from 'electron';
import { openPage, type Page } from '../chromium/open-page.ts';
import { createNodeCodec } from '../page/node-codec.ts';
import { createStrictEmitter } from '../strict-emitter.ts';
import { connectWorlds } from './connect-worlds.ts';
import { createMainFrame } from './create-main-frame.ts';
import { createNavigation } from './create-navigation.ts';
import { createPageListener } from './create-page-listener.ts';
import { emulateColorScheme } from './emulate-color-scheme.ts';
import type { HostContext } from './host-context.ts';
import { createPageState, type PageState, type WindowOpenHandler } from './page-state.ts';
import { watchPageEvents } from './watch-page-events.ts';
import { watchRequests } from './watch-requests.ts';

type ContentsOptions = {
  readonly id: number;
  readonly size: { readonly width: number; readonly height: number };
  readonly preferences: WebPreferences;
  readonly requestClose: () => void;
  readonly context: HostContext;
};

type Parts = {
  readonly state: PageState;
  readonly emitter: EventEmitter;
  readonly live: () => Promise<Page>;
};

const events = [
  'console-message',
  'destroyed',
  'did-finish-load',
  'dom-ready',
  'preload-error',
  'render-process-gone',
  'will-attach-webview',
  'will-navigate',
  'will-redirect',
];
const codec = createNodeCodec();

function createMembers({ context, ...options }: ContentsOptions, { state, emitter, live }: Parts) {
  const getURL = (): string => context.schemes.fromChromium(state.url);
  return {
    id: options.id,
    session: context.sessions.fromPartition(options.preferences.partition ?? ''),
    mainFrame: createMainFrame(getURL),
    getURL,
    ...createNavigation({ state, emitter, live, schemes: context.schemes }),
    isDestroyed: () => state.isDestroyed,
    getLastWebPreferences: () => ({ ...options.preferences }),
    send: (channel: string, ...args: readonly unknown[]) =>
      state.post({ type: 'event', channel, args: codec.encode(args) }),
    setWindowOpenHandler: (handler: WindowOpenHandler) => {
      state.openHandler = handler;
    },
    isCrashed: () => state.isCrashed,
    startDrag: ({ files }: { readonly files?: readonly string[] }) =>
      context.record('webContents.startDrag', files),
    openDevTools: () => context.record('webContents.openDevTools'),
    close: options.requestClose,
  };
}

export type WebContents = EventEmitter & ReturnType<typeof createMembers>;

type OpenOptions = ContentsOptions & { readonly contents: WebContents; readonly state: PageState };

async function openContents({ contents, state, ...options }: OpenOptions): Promise<Page> {
  const { context, preferences } = options;
  const page = await openPage(context.cdp(), options.size);
  state.page = page;
  await watchPageEvents({ page, state, emitter: contents });
  await watchRequests({ page, state, emitter: contents, schemes: context.schemes });
  const onMessage = createPageListener({ contents, state, preferences, context });
  state.post = await connectWorlds({ page, preferences, onMessage });
  await emulateColorScheme(page, context.colorScheme);
  return page;
}

/** Electron's `webContents` over one Chromium page, which opens at once; `live` resolves when it has. */
export function createWebContents(options: ContentsOptions) {
  const state = createPageState();
  const emitter = new EventEmitter();
  const live = (): Promise<Page> => opening;
  const contents: WebContents = createStrictEmitter({
    name: 'webContents',
    events,
    emitter,
    members: createMembers(options, { state, emitter, live }),
    isDestroyed: () => state.isDestroyed,
  });
  const opening = openContents({ ...options, contents, state });
  opening.catch((error: unknown) => {
    if (!state.isDestroyed) console.error('electron-host: the window cannot be opened', error);
  });
  return { contents, state, live };
}

export type WebContentsHandle = ReturnType<typeof createWebContents>;
