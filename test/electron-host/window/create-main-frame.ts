import { strict } from '../strict.ts';

function readOrigin(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? 'null';
}

/** The frame that a window's messages come from, as the app's own URLs name it. */
export function createMainFrame(getUrl: () => string) {
  return strict('senderFrame', {
    get url() {
      return getUrl();
    },
    get origin() {
      return readOrigin(getUrl());
    },
    parent: null,
  });
}
