import { useState } from 'react';
import type { LibraryCheck } from '../../../src-main/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { t } from '../../text/text.ts';
import styles from './library.module.css';

/** Reads every file of a model; resolves with what is not as it was downloaded. */
export type CheckFiles = (guid: string) => Promise<LibraryCheck>;

type CheckButtonProps = {
  readonly guid: string;
  readonly title: string;
  readonly onCheck: CheckFiles;
};

export function CheckButton({ guid, title, onCheck }: CheckButtonProps) {
  const { isBusy, error, attempt } = useAttempt();
  const [found, setFound] = useState<LibraryCheck | null>(null);
  const check = () =>
    attempt(async () => {
      setFound(null);
      setFound(await onCheck(guid));
    });
  return (
    <>
      <Button
        icon="check"
        disabled={isBusy}
        aria-label={isBusy ? t('library.checkingOf', { title }) : t('library.checkFilesOf', { title })}
        onClick={check}
      >
        {isBusy ? t('library.checking') : t('library.checkFiles')}
      </Button>
      <span className={styles.facts} role="status">
        {error === null ? found !== null && describeCheck(found) : error.message}
      </span>
    </>
  );
}

function describeCheck({ count, missing, edited }: LibraryCheck): string {
  if (missing.length + edited.length === 0) return t('library.checkedWhole', { count });
  return t('library.checkedFaults', {
    count,
    missing: String(missing.length),
    edited: String(edited.length),
  });
}
