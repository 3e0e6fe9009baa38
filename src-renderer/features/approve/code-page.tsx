import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import styles from './approve.module.css';
import { readUserCode } from './read-user-code.ts';

/** For a person whose app shows a code and no link; `onCode` gets it as the server writes it. */
export function CodePage({ onCode }: { readonly onCode: (code: string) => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = readUserCode(typed);
    if (code === null) setError('A code has eight letters and digits, like KXTM-2345.');
    else onCode(code);
  };
  return (
    <div className={styles.centre}>
      <form className={styles.card} onSubmit={submit}>
        <h1 tabIndex={-1}>Sign in an app</h1>
        <p>Type the code that the app shows right now. You see what it asks for before anything happens.</p>
        <TextField
          label="Code"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="XXXX-XXXX"
          required
          maxLength={20}
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant="primary" size="large">
          Continue
        </Button>
      </form>
    </div>
  );
}
