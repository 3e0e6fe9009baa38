import { createBridge } from './bridge.ts';
import { createPageCodec } from './page-codec.ts';

export type OpenRequest = { readonly url: string; readonly frameName: string; readonly features: string };

export function freezeDeep(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.isFrozen(value) || ArrayBuffer.isView(value)) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freezeDeep(member);
}

/** Hands every attempt at a new window to the main process instead. */
export function interceptNewWindows(ask: (request: OpenRequest) => void): void {
  const request = (url: string, frameName: string, features: string): void =>
    ask({ url: new URL(url || 'about:blank', document.baseURI).href, frameName, features });
  window.open = (url = '', frameName = '', features = '') => {
    request(String(url), frameName, features);
    return null;
  };
  const intercept = (event: MouseEvent): void => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (!link?.href || event.defaultPrevented) return;
    const isMiddleButton = event.type === 'auxclick' && event.button === 1;
    const isLeftButton = event.type === 'click';
    const wantsNewWindow = link.target === '_blank' || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!isMiddleButton && !(isLeftButton && wantsNewWindow)) return;
    event.preventDefault();
    request(link.href, '', '');
  };
  window.addEventListener('click', intercept);
  window.addEventListener('auxclick', intercept);
}

/** Runs in the page's own world before any of its scripts: receives what the preload exposes. */
export function mountMainWorld(key: string): void {
  if (window.top !== window) return;
  const bridge = createBridge({ target: window, key, world: 'main', createCodec: createPageCodec });
  bridge.listen<{ readonly name: string; readonly api: string }>('expose', ({ name, api }) => {
    const value = bridge.decode(api);
    freezeDeep(value);
    Object.defineProperty(window, name, { value, enumerable: true });
  });
  interceptNewWindows((request) => bridge.post('open', request));
}
