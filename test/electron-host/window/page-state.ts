import type { WindowOpenHandlerResponse } from 'electron';
import type { Page } from '../chromium/open-page.ts';
import type { HostMessage } from '../page/isolated-world.ts';

export type WindowOpenDetails = {
  readonly url: string;
  readonly frameName: string;
  readonly features: string;
  readonly disposition: string;
};

export type WindowOpenHandler = (details: WindowOpenDetails) => WindowOpenHandlerResponse;

/** What changes while a window shows pages. URLs are Chromium's, not yet the app's. */
export type PageState = {
  /** Null until Chromium has opened the page. */
  page: Page | null;
  url: string;
  isDestroyed: boolean;
  isCrashed: boolean;
  /** False while the window still shows the empty page it was opened with. */
  hasNavigated: boolean;
  /** The navigation the main process itself asked for; any other is the page's own. */
  expectedUrl: string | null;
  openHandler: WindowOpenHandler | null;
  /** Sends to the preload of the current page; goes nowhere while there is none. */
  post: (message: HostMessage) => void;
};

export function createPageState(): PageState {
  return {
    page: null,
    url: '',
    isDestroyed: false,
    isCrashed: false,
    hasNavigated: false,
    expectedUrl: null,
    openHandler: null,
    post: () => {},
  };
}
