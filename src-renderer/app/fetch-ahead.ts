import type { Part } from '../lib/part.ts';
import { findLinkedRoute } from './follow-page.ts';
import type { FindPart } from './shown-page.ts';

type Parts = {
  readonly document: Document;
  readonly findPart: FindPart;
};

/** Fetches a page's code when the pointer is over its link or the link has the focus. */
export function fetchAhead({ document, findPart }: Parts): void {
  const look = (event: Event) => {
    const route = findLinkedRoute(event);
    if (route !== null) fetchQuietly(findPart(route));
  };
  document.addEventListener('pointerover', look, { passive: true });
  document.addEventListener('focusin', look);
}

/** One after the other, whenever the page has nothing else to do. */
export function fetchWhenIdle(window: Window, parts: readonly Part<unknown>[]): void {
  const [next, ...rest] = parts;
  if (next === undefined) return;
  const go = () => void fetchQuietly(next).then(() => fetchWhenIdle(window, rest));
  // Safari has no such call, which the types do not know.
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(go);
  else window.setTimeout(go);
}

/** A failure shows once the person opens the page. */
async function fetchQuietly(part: Part<unknown> | null): Promise<void> {
  await part?.load().catch(() => undefined);
}
