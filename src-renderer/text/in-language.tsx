import { Fragment, type ReactNode, useEffect } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { texts } from './text.ts';

/** Everything inside is drawn anew when the language changes, so that `t` can be called anywhere. */
export function InLanguage({ children }: { readonly children: ReactNode }) {
  return (
    <I18nextProvider i18n={texts}>
      <Drawn>{children}</Drawn>
    </I18nextProvider>
  );
}

function Drawn({ children }: { readonly children: ReactNode }) {
  const { i18n } = useTranslation(undefined, { useSuspense: false });
  useEffect(() => {
    document.documentElement.lang = i18n.language;
  }, [i18n.language]);
  return <Fragment key={i18n.language}>{children}</Fragment>;
}
