import { useSyncExternalStore } from 'react';
import { translateSentence } from '../errors/translate-sentence.ts';
import { findSaid, followTexts } from '../text/text.ts';

/** Re-renders the caller once the translated sentences have loaded. */
export const useSaid = () => useSyncExternalStore(followTexts, findSaid);

type SaidProps = { readonly children: Parameters<typeof translateSentence>[0] };

/** A sentence from a server or the app, in the language of the page. */
export function Said({ children }: SaidProps) {
  useSaid();
  return translateSentence(children);
}
