import { type FormEvent, useState } from 'react';
import { wordsOf } from '../../../../server/contract/errors.ts';
import type { Words } from '../../../../server/contract/sentence.ts';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { toAppError } from '../../../errors/describe-error.ts';
import { translateSentence } from '../../../errors/translate-sentence.ts';
import { t } from '../../../text/text.ts';
import styles from '../parts/settings.module.css';
import type { FindServers, JoinServer } from '../parts/settings-store.ts';
import { PlainServerDialog, type PlainServerQuestion } from './plain-server-dialog.tsx';
import { ServersNearby } from './servers-nearby.tsx';

const exampleAddress = 'https://models.example.org';

type ServerFormProps = {
  readonly url: string | null;
  readonly onJoin: JoinServer;
  readonly onFind: FindServers;
};

export function ServerForm({ url, onJoin, onFind }: ServerFormProps) {
  const [text, setText] = useState(url ?? '');
  const [problem, setProblem] = useState<Words | null>(null);
  const [question, setQuestion] = useState<PlainServerQuestion | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const connect = async (event: FormEvent) => {
    event.preventDefault();
    const found = checkServerUrl(text);
    setProblem(found);
    if (found !== null) return;
    setIsBusy(true);
    try {
      const answer = await onJoin({ address: text.trim(), accepted: null });
      setQuestion(answer.status === 'ask' ? answer : null);
    } catch (error) {
      setProblem(wordsOf(toAppError(error)));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div className="stack gap-3">
      <form className={styles.server} onSubmit={connect} noValidate>
        <TextField
          label={t('settings.address')}
          type="url"
          inputMode="url"
          placeholder={exampleAddress}
          value={text}
          error={problem === null ? null : translateSentence(problem)}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="primary" disabled={isBusy}>
          {isBusy ? t('settings.connecting') : t('settings.connect')}
        </Button>
      </form>
      <ServersNearby onFind={onFind} onPick={setText} />
      {question !== null && (
        <PlainServerDialog question={question} onJoin={onJoin} onClose={() => setQuestion(null)} />
      )}
    </div>
  );
}

const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Returns what is wrong with a server address and how to fix it; null if it is valid. */
export function checkServerUrl(text: string): string | null {
  const typed = text.trim();
  // A bare IPv6 address, which the app can parse.
  if (/^[\da-f:.]*::[\da-f:.]*$/i.test(typed)) return null;
  const url = URL.parse(scheme.test(typed) ? typed : `https://${typed}`);
  if (typed === '') return t('settings.addressChecks.empty');
  if (url === null || url.host === '') return t('settings.addressChecks.notAnAddress', { text: typed });
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return t('settings.addressChecks.wrongProtocol', { protocol: url.protocol });
  if (url.username !== '' || url.password !== '') return t('settings.addressChecks.withPassword');
  return null;
}
