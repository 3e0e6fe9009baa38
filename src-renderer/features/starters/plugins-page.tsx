import { useEffect } from 'react';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { t } from '../../text/text.ts';
import { FamilySection } from './family-section.tsx';
import type { HandOverStore } from './hand-over-store.ts';
import { SentModels } from './sent-models.tsx';
import styles from './starters.module.css';
import type { StartersStore } from './starters-store.ts';

type PluginsPageProps = {
  readonly store: StartersStore;
  readonly handOver: HandOverStore;
  /** What a person enters in a plugin; null until it is known. */
  readonly serverUrl: string | null;
};

/** The plugins for the DCC apps of this computer, the apps that are open, and what was sent to them. */
export function PluginsPage({ store, handOver, serverUrl }: PluginsPageProps) {
  const { families, error } = usePicked(store, 'families', 'error');
  const { load } = store.getState();
  useEffect(() => void load(), [load]); // a project or a program may have come since the last look
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 tabIndex={-1}>{t('plugins.title')}</h1>
        <p className={styles.lead}>{t('plugins.lead')}</p>
        <Button icon="retry" onClick={() => void load()}>
          {t('plugins.refresh')}
        </Button>
      </header>
      {serverUrl !== null && (
        <p className={`row wrap middle breakable ${styles.address}`}>
          <span>
            {t('plugins.address')} <strong>{serverUrl}</strong>
          </span>
          <CopyButton text={serverUrl} label={t('plugins.copyAddress')} />
        </p>
      )}
      {error !== null && <ErrorNotice error={error} />}
      {families?.map((family) => (
        <FamilySection key={family.family} family={family} store={store} />
      ))}
      <SentModels store={handOver} />
    </div>
  );
}
