import { useStore } from 'zustand';
import { AskButton } from '../../components/forms/ask-button.tsx';
import { Notice } from '../../components/notice.tsx';
import { t } from '../../text/text.ts';
import styles from './parts/settings.module.css';
import type { UpdatesStore } from './parts/updates-store.ts';

type GoBackProps = {
  readonly store: UpdatesStore;
  readonly current: string;
  /** Null if no earlier version is kept. */
  readonly previous: string | null;
};

/** A button to return to the previous version, with the effects on the data. */
export function GoBack({ store, current, previous }: GoBackProps) {
  if (previous === null) return null;
  const versions = { version: previous, current };
  return (
    <AskButton
      button={{ children: t('updates.goBack', versions) }}
      title={t('updates.back.title', versions)}
      action={t('updates.back.action')}
      onConfirm={store.getState().goBack}
    >
      <p>{t('updates.back.restart', versions)}</p>
      <p>{t('updates.back.data', versions)}</p>
      <p>{t('updates.back.rest')}</p>
    </AskButton>
  );
}

type TroubleProps = { readonly store: UpdatesStore; readonly current: string };

/** Shown on every page if a version fails to start fully. */
export function TroubleNotice({ store, current }: TroubleProps) {
  const previous = useStore(store, ({ updates }) => updates?.previous ?? null);
  const isTroubled = useStore(store, ({ updates }) => updates?.isTroubled ?? false);
  if (!isTroubled) return null;
  return (
    <div className={styles.trouble}>
      <Notice tone="bad">
        <div className={styles.line}>
          <span>
            {previous === null
              ? t('updates.troubleAlone', { current })
              : t('updates.trouble', { version: previous, current })}
          </span>
          <GoBack {...{ store, current, previous }} />
        </div>
      </Notice>
    </div>
  );
}
