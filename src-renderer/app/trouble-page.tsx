import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { t } from '../text/text.ts';
import styles from './trouble-page.module.css';

type TroublePageProps = {
  /** True if the page crashed; false if it could not be opened. */
  readonly isCrash: boolean;
  /** Details for support. */
  readonly details: string;
  readonly onReload: () => void;
  readonly onCopy: (text: string) => Promise<void>;
};

/** Replaces the window's page after a failure. Downloads and the server continue. */
export function TroublePage({ isCrash, details, onReload, onCopy }: TroublePageProps) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await onCopy(details);
    setIsCopied(true);
  };
  return (
    <main className={`stack to-start gap-4 ${styles.page}`}>
      <h1>{isCrash ? t('shell.trouble.gone') : t('shell.trouble.notLoaded')}</h1>
      <p>{t('shell.trouble.reassurance')}</p>
      <div className="row wrap gap-3">
        <Button variant="primary" icon="retry" autoFocus onClick={onReload}>
          {t('shell.trouble.reload')}
        </Button>
        <Button onClick={copy}>{isCopied ? t('shell.trouble.copied') : t('shell.trouble.copy')}</Button>
      </div>
      <pre className={styles.details}>{details}</pre>
    </main>
  );
}
