import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { t } from '../../text/text.ts';
import styles from './approve.module.css';

const codePattern = 'XXXX-XXXX';

/** For users whose app shows a code and no link; `onCode` gets the code in the server's format. */
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

/** Returns a typed code in the server's format; null unless it has eight letters and digits. */
export function readUserCode(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[\s\p{Pd}_.]/gu, '');
  return /^[A-Z0-9]{8}$/.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null;
}
