import { Fragment, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { texts } from './text.ts';

function followLanguage(tell: () => void): () => void {
  texts.on('languageChanged', tell);
  return () => texts.off('languageChanged', tell);
}

/** Everything inside is redrawn when the language changes, so that `t` can be called anywhere. */
export function InLanguage({ children }: { readonly children: ReactNode }) {
  const language = useSyncExternalStore(followLanguage, () => texts.language);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <Fragment key={language}>{children}</Fragment>;
}
