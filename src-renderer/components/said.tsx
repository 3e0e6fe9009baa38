import { useSyncExternalStore } from 'react';
import { translateSentence } from '../errors/translate-sentence.ts';
import { texts } from '../text/text.ts';

function listen(onChange: () => void): () => void {
  texts.store.on('added', onChange);
  return () => texts.store.off('added', onChange);
}
const areThere = () => texts.hasResourceBundle(texts.language, 'said');

/** Draws the caller again once the sentences of its language have arrived. */
export const useSaid = () => useSyncExternalStore(listen, areThere);

type SaidProps = { readonly children: Parameters<typeof translateSentence>[0] };

/** A sentence from a server or the app, in the language of the page. */
export function Said({ children }: SaidProps) {
  useSaid();
  return translateSentence(children);
}
