import { useEffect } from 'react';
import { programNames } from '../../../server/contract/program-names.ts';
import type { PluginsState } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { t } from '../../text/text.ts';
import type { HandOverStore } from './hand-over-store.ts';
import { SentModels } from './sent-models.tsx';
import { StarterTarget } from './starter-target.tsx';
import styles from './starters.module.css';
import type { StartersStore } from './starters-store.ts';

type PluginsPageProps = {
  readonly store: StartersStore;
  readonly handOver: HandOverStore;
  /** The address to enter in a plugin; null if unknown. */
  readonly serverUrl: string | null;
};

/** The plugins for the DCC apps on this computer, the open apps, and the models sent to them. */
export function PluginsPage({ store, handOver, serverUrl }: PluginsPageProps) {
  const { families, error } = usePicked(store, 'families', 'error');
  const { load } = store.getState();
  useEffect(() => void load(), [load]); // a project or app may have been added since
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

type Family = PluginsState['families'][number];
type FamilySectionProps = { readonly family: Family; readonly store: StartersStore };

function FamilySection({ family, store }: FamilySectionProps) {
  const name = programNames[family.family];
  return (
    <section className="stack gap-3" aria-label={name}>
      <div className="row baseline gap-3">
        <h2>{name}</h2>
        {family.offered !== null && (
          <span className="faint small">{t('plugins.offered', { version: family.offered })}</span>
        )}
      </div>
      {family.offered === null && <p>{t('plugins.notBundled', { name })}</p>}
      {family.offered !== null && family.targets.length === 0 && (
        <p>{t(`plugins.notFound.${family.family}`)}</p>
      )}
      <ul className="rows" aria-label={t('plugins.places', { name })}>
        {family.targets.map((target) => (
          <StarterTarget key={target.id} target={target} offered={family.offered ?? ''} store={store} />
        ))}
      </ul>
      {family.notes.length > 0 && family.offered !== null && (
        <details className={styles.notes}>
          <summary>{t('plugins.whatIsNew', { version: family.offered })}</summary>
          <ul>
            {family.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
