import { type FormEvent, useState } from 'react';
import type { Settings } from '../../../src-main/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import { checkServerUrl } from './check-server-url.ts';
import styles from './settings.module.css';

type ServerFormProps = {
  readonly url: string | null;
  readonly onUpdate: (change: Partial<Settings>) => Promise<boolean>;
};

export function ServerForm({ url, onUpdate }: ServerFormProps) {
  const [text, setText] = useState(url ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const connect = async (event: FormEvent) => {
    event.preventDefault();
    const found = checkServerUrl(text);
    setProblem(found);
    if (found !== null) return;
    setIsBusy(true);
    await onUpdate({ serverUrl: text.trim() });
    setIsBusy(false);
  };
  return (
    <form className={styles.server} onSubmit={connect} noValidate>
      <TextField
        label="Address"
        type="url"
        inputMode="url"
        placeholder="https://models.example.org"
        value={text}
        error={problem}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="primary" disabled={isBusy}>
        {isBusy ? 'Connecting…' : 'Connect'}
      </Button>
    </form>
  );
}
