import { useEffect } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
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

/** The plugins of the hosts of this computer, the hosts that are open, and what was sent to them. */
export function PluginsPage({ store, handOver, serverUrl }: PluginsPageProps) {
  const { families, error, load } = useStore(store);
  useEffect(() => void load(), [load]); // a project or a program may have come since the last look
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 tabIndex={-1}>Plugins</h1>
        <p className={styles.lead}>
          A plugin finds models from inside its program, and takes what you send from here.
        </p>
        <Button icon="retry" onClick={() => void load()}>
          Look again
        </Button>
      </header>
      {serverUrl !== null && (
        <p className={styles.address}>
          <span>
            The server’s address to enter in a plugin: <strong>{serverUrl}</strong>
          </span>
          <CopyButton text={serverUrl} label="Copy address" />
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
