import { Fragment, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { findShown, followTexts } from './text.ts';

/** Re-renders its children when the language changes, so that `t` can be called anywhere. */
export function InLanguage({ children }: { readonly children: ReactNode }) {
  const language = useSyncExternalStore(followTexts, findShown);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <Fragment key={language}>{children}</Fragment>;
}
