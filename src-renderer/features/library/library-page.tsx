import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Library } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { Said } from '../../components/said.tsx';
import { StatePanel } from '../../components/state-panel.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { t } from '../../text/text.ts';
import styles from './library.module.css';
import { LibraryContent, type LibraryParts } from './library-content.tsx';
import type { NotesStore } from './notes/notes-store.ts';

type LibraryPageProps = LibraryParts & { readonly onBrowse: () => void };

/** The downloaded models, as they are on the disk; needs no server. */
export function LibraryPage(props: LibraryPageProps) {
  const { store, notes } = props;
  const { library, error } = usePicked(store, 'library', 'error');
  const notesError = useStore(notes, (state) => state.error);
  const { load } = store.getState();
  useNotesOf(notes, library);
  const [text, setText] = useState('');
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 tabIndex={-1}>{t('library.title')}</h1>
        <span className={`shrinkable quiet truncate ${styles.summary}`} aria-live="polite">
          {library !== null &&
            (library.absence === null || library.models.length > 0) &&
            describeLibrary(library)}
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
          <ErrorNotice error={error} onRetry={load} />
        </div>
      )}
      {notesError !== null && (
        <div className={styles.notices}>
          <ErrorNotice error={notesError} />
        </div>
      )}
      {library !== null && <AwayLibraries library={library} />}
      {library !== null && <LibraryProblems problems={library.problems} />}
      {library !== null && <LibraryBody {...props} library={library} text={text} />}
    </div>
  );
}

/** Other computers can write to the same library, so notes are reloaded when the user returns to the window. */
function useNotesOf(notes: NotesStore, library: Library | null): void {
  const { folder = null, absence = null } = library ?? {};
  const hasModels = (library?.models.length ?? 0) > 0;
  useEffect(() => {
    if (folder === null || (absence !== null && !hasModels)) return;
    const load = () => void notes.getState().load();
    load();
    window.addEventListener('focus', load);
    return () => window.removeEventListener('focus', load);
  }, [notes, folder, absence, hasModels]);
}

type LibraryBodyProps = LibraryPageProps & { readonly library: Library; readonly text: string };

function LibraryBody({ library, text, onBrowse, ...props }: LibraryBodyProps) {
  if (library.absence !== null && library.models.length === 0)
    return (
      <StatePanel icon="disk" title={t('library.away')}>
        <p>
          <Said>{library.absence}</Said>
        </p>
      </StatePanel>
    );
  return (
    <LibraryContent
      {...props}
      models={library.models}
      places={library.places}
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

/** Libraries that are away; the page still shows the others. */
function AwayLibraries({ library: { absence, models, places } }: { readonly library: Library }) {
  const away = places.filter((place) => place.absence !== null);
  if (away.length === 0 || (absence !== null && models.length === 0)) return null;
  return (
    <div className={styles.notices}>
      {away.map((place) => (
        <Notice key={place.folder} tone="warn">
          <strong>{t('library.awayOf', { name: place.name })}</strong>
          <p>{place.absence && <Said>{place.absence}</Said>}</p>
        </Notice>
      ))}
    </div>
  );
}

function describeLibrary({ models, folder, places }: Library): string {
  const bytes = models.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (places.length > 1)
    return t('library.summaryOfAll', {
      count: models.length,
      size: formatBytes(bytes),
      libraries: places.length,
    });
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
              <span className="small mono breakable">{path}</span> <Said>{message}</Said>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
