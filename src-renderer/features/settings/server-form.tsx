import { type FormEvent, useState } from 'react';
import type { Settings } from '../../../src-main/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import { t } from '../../text/text.ts';
import styles from './settings.module.css';

const exampleAddress = 'https://models.example.org';

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
        label={t('settings.address')}
        type="url"
        inputMode="url"
        placeholder={exampleAddress}
        value={text}
        error={problem}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="primary" disabled={isBusy}>
        {isBusy ? t('settings.connecting') : t('settings.connect')}
      </Button>
    </form>
  );
}

/** Null when the text can be a server's address, else what is wrong with it and what to write. */
export function checkServerUrl(text: string): string | null {
  const url = URL.parse(text.trim());
  if (text.trim() === '') return t('settings.addressChecks.empty');
  if (url === null || url.host === '') return t('settings.addressChecks.notAnAddress', { text: text.trim() });
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return t('settings.addressChecks.wrongProtocol', { protocol: url.protocol });
  if (url.username !== '' || url.password !== '') return t('settings.addressChecks.withPassword');
  return null;
}
