import { useState } from 'react';
import { applyLanguage, type LanguageChoice, readLanguage } from '../lib/language.ts';
import { languages, t } from '../text/text.ts';
import { Radios } from './forms/radios.tsx';

const names = { en: 'English', de: 'Deutsch' } as const;

/** Each name is in its own language, for users who cannot read the current one. */
const Name = ({ language }: { readonly language: keyof typeof names }) => (
  <span lang={language}>{names[language]}</span>
);

/** The languages of the pages; the choice is stored on this device. */
export function LanguageChoices() {
  const [chosen, setChosen] = useState(readLanguage);
  const choose = (choice: LanguageChoice) => {
    setChosen(choice);
    void applyLanguage(choice);
  };
  return (
    <Radios
      legend={t('common.language')}
      value={chosen}
      options={[
        ['system', t('common.languageOfSystem')],
        ...languages.map((one) => [one, <Name key={one} language={one} />] as const),
      ]}
      onChoose={choose}
    />
  );
}
