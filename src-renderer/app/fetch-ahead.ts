import type { Part } from '../lib/part.ts';
import { findLinkedRoute } from './follow-page.ts';
import type { FindPart } from './shown-page.ts';

type Parts = {
  readonly document: Document;
  readonly findPart: FindPart;
};

/** Loads a page's code when its link is hovered or focused. */
export function fetchAhead({ document, findPart }: Parts): void {
  const look = (event: Event) => {
    const route = findLinkedRoute(event);
    if (route !== null) fetchQuietly(findPart(route));
  };
  document.addEventListener('pointerover', look, { passive: true });
  document.addEventListener('focusin', look);
}

/** A failure is shown once the user opens the page. */
async function fetchQuietly(part: Part<unknown> | null): Promise<void> {
  await part?.load().catch(() => undefined);
}
