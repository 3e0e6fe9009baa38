import { useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Library } from '../../../src-main/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { StatePanel } from '../../components/state-panel.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { t } from '../../text/text.ts';
import type { CheckFiles } from './check-files.tsx';
import { filterModels } from './find-in-library.ts';
import styles from './library.module.css';
import { LibraryList, type RenderSend } from './library-list.tsx';
import type { LibraryStore } from './library-store.ts';

type LibraryPageProps = {
  readonly store: LibraryStore;
  readonly onBrowse: () => void;
  readonly hrefOf: (guid: string) => string;
  readonly renderSend: RenderSend;
};

/** The downloaded models, as they are on the disk; needs no server. */
export function LibraryPage({ store, onBrowse, hrefOf, renderSend }: LibraryPageProps) {
  const { library, error } = useStore(
    store,
    useShallow(({ library, error }) => ({ library, error })),
  );
  const { load, reveal, check } = store.getState();
  const [text, setText] = useState('');
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 tabIndex={-1}>{t('library.title')}</h1>
        <span className={styles.summary} aria-live="polite">
          {library !== null && library.absence === null && describeLibrary(library)}
        </span>
        <input
          type="search"
          className={`input ${styles.filter}`}
          aria-label={t('library.filter')}
          placeholder={t('library.filterHint')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </header>
      {error !== null && (
        <ErrorNotice error={error}>
          <Button icon="retry" onClick={load}>
            {t('common.retry')}
          </Button>
        </ErrorNotice>
      )}
      {library !== null && <LibraryProblems problems={library.problems} />}
      {library !== null && (
        <LibraryBody
          library={library}
          text={text}
          onBrowse={onBrowse}
          onReveal={reveal}
          onCheck={check}
          hrefOf={hrefOf}
          renderSend={renderSend}
        />
      )}
    </div>
  );
}

type LibraryBodyProps = {
  readonly library: Library;
  readonly text: string;
  readonly onBrowse: () => void;
  readonly onReveal: (guid: string, relativePath: string | null) => void;
  readonly onCheck: CheckFiles;
  readonly hrefOf: (guid: string) => string;
  readonly renderSend: RenderSend;
};

function LibraryBody({ library, text, onBrowse, onReveal, onCheck, hrefOf, renderSend }: LibraryBodyProps) {
  const models = filterModels(library.models, text);
  if (library.absence !== null)
    return (
      <StatePanel icon="disk" title={t('library.away')}>
        <p>{library.absence}</p>
      </StatePanel>
    );
  if (library.models.length === 0)
    return (
      <StatePanel
        icon="library"
        title={t('library.empty')}
        actions={
          <Button variant="primary" onClick={onBrowse}>
            {t('shell.browseModels')}
          </Button>
        }
      >
        <p>{t('library.emptyHint', { folder: library.folder })}</p>
      </StatePanel>
    );
  if (models.length === 0)
    return (
      <StatePanel icon="search" title={t('library.noneMatches', { words: text.trim() })}>
        <p>{t('library.noneMatchesHint')}</p>
      </StatePanel>
    );
  return (
    <LibraryList
      models={models}
      onReveal={onReveal}
      onCheck={onCheck}
      hrefOf={hrefOf}
      renderSend={renderSend}
    />
  );
}

function describeLibrary({ models, folder }: Library): string {
  const bytes = models.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return t('library.summary', { count: models.length, size: formatBytes(bytes), folder });
}

function LibraryProblems({ problems }: { readonly problems: Library['problems'] }) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="warn">
      <strong>{t('library.problems', { count: problems.length })}</strong>
      <ul>
        {problems.map(({ path, message }) => (
          <li key={path}>
            <span className={styles.path}>{path}</span> {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
