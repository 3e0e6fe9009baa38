import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Library } from '../../../src-main/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { StatePanel } from '../../components/state-panel.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { t } from '../../text/text.ts';
import styles from './library.module.css';
import { LibraryContent, type LibraryParts } from './library-content.tsx';
import type { NotesStore } from './notes-store.ts';

export type LibraryPageProps = LibraryParts & { readonly onBrowse: () => void };

/** The downloaded models, as they are on the disk; needs no server. */
export function LibraryPage(props: LibraryPageProps) {
  const { store, notes } = props;
  const { library, error } = useStore(
    store,
    useShallow(({ library, error }) => ({ library, error })),
  );
  const notesError = useStore(notes, (state) => state.error);
  const { load } = store.getState();
  useNotesOf(notes, library);
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
          className={`input ${styles.search}`}
          aria-label={t('library.filter')}
          placeholder={t('library.filterHint')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </header>
      {error !== null && (
        <div className={styles.notices}>
          <ErrorNotice error={error}>
            <Button icon="retry" onClick={load}>
              {t('common.retry')}
            </Button>
          </ErrorNotice>
        </div>
      )}
      {notesError !== null && (
        <div className={styles.notices}>
          <ErrorNotice error={notesError} />
        </div>
      )}
      {library !== null && <LibraryProblems problems={library.problems} />}
      {library !== null && <LibraryBody {...props} library={library} text={text} />}
    </div>
  );
}

/** Other computers may write into the same library: what they wrote shows when the person comes back to the window. */
function useNotesOf(notes: NotesStore, library: Library | null): void {
  const { folder = null, absence = null } = library ?? {};
  useEffect(() => {
    if (folder === null || absence !== null) return;
    const load = () => void notes.getState().load();
    load();
    window.addEventListener('focus', load);
    return () => window.removeEventListener('focus', load);
  }, [notes, folder, absence]);
}

type LibraryBodyProps = LibraryPageProps & { readonly library: Library; readonly text: string };

function LibraryBody({ library, text, onBrowse, ...props }: LibraryBodyProps) {
  if (library.absence !== null)
    return (
      <StatePanel icon="disk" title={t('library.away')}>
        <p>{library.absence}</p>
      </StatePanel>
    );
  return (
    <LibraryContent
      {...props}
      models={library.models}
      text={text}
      empty={
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
      }
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
    <div className={styles.notices}>
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
    </div>
  );
}
