import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { t } from '../../text/text.ts';
import styles from './approve.module.css';

const codePattern = 'XXXX-XXXX';

/** For a person whose app shows a code and no link; `onCode` gets it as the server writes it. */
export function CodePage({ onCode }: { readonly onCode: (code: string) => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = readUserCode(typed);
    if (code === null) setError(t('approve.codeWrong'));
    else onCode(code);
  };
  return (
    <div className={styles.centre}>
      <form className={styles.card} onSubmit={submit}>
        <h1 tabIndex={-1}>{t('approve.signInApp')}</h1>
        <p>{t('approve.codeHint')}</p>
        <TextField
          label={t('approve.code')}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={codePattern}
          required
          maxLength={20}
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant="primary" size="large">
          {t('approve.continue')}
        </Button>
      </form>
    </div>
  );
}

/** A code as the server writes it, from however a person typed it; null when it is not of eight letters and digits. */
export function readUserCode(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[\s\p{Pd}_.]/gu, '');
  return /^[A-Z0-9]{8}$/.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null;
}
