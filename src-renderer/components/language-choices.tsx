import { useState } from 'react';
import { applyLanguage, type LanguageChoice, readLanguage } from '../lib/language.ts';
import { languages, t } from '../text/text.ts';
import styles from './language-choices.module.css';

/** Each in its own language, for those who cannot read the present one. */
const names = { en: 'English', de: 'Deutsch' } as const;
const choices: readonly LanguageChoice[] = ['system', ...languages];

/** The languages of the pages; a choice is kept on this device. */
export function LanguageChoices() {
  const [chosen, setChosen] = useState(readLanguage);
  const choose = (choice: LanguageChoice) => {
    setChosen(choice);
    void applyLanguage(choice);
  };
  return (
    <fieldset className={styles.choices}>
      <legend className="field-label">{t('common.language')}</legend>
      {choices.map((choice) => (
        <label key={choice} lang={choice === 'system' ? undefined : choice}>
          <input type="radio" name="language" checked={chosen === choice} onChange={() => choose(choice)} />
          {choice === 'system' ? t('common.languageOfSystem') : names[choice]}
        </label>
      ))}
    </fieldset>
  );
}
