import { useState } from 'react';
import { useStore } from 'zustand';
import type { Library } from '../../../src-main/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { StatePanel } from '../../components/state-panel.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatCount } from '../../lib/format-count.ts';
import { filterModels } from './find-in-library.ts';
import styles from './library.module.css';
import { LibraryList, type RenderSend } from './library-list.tsx';
import { LibraryProblems } from './library-problems.tsx';
import type { LibraryStore } from './library-store.ts';

type LibraryPageProps = {
  readonly store: LibraryStore;
  readonly onBrowse: () => void;
  readonly hrefOf: (guid: string) => string;
  readonly renderSend: RenderSend;
};

/** The downloaded models, as they are on the disk; needs no server. */
export function LibraryPage({ store, onBrowse, hrefOf, renderSend }: LibraryPageProps) {
  const { library, error, load, reveal } = useStore(store);
  const [text, setText] = useState('');
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 tabIndex={-1}>Library</h1>
        <span className={styles.summary} aria-live="polite">
          {library !== null && describeLibrary(library)}
        </span>
        <input
          type="search"
          className={`input ${styles.filter}`}
          aria-label="Filter the library"
          placeholder="Filter by title, format, topology"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </header>
      {error !== null && (
        <ErrorNotice error={error}>
          <Button icon="retry" onClick={load}>
            Retry
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
  readonly hrefOf: (guid: string) => string;
  readonly renderSend: RenderSend;
};

function LibraryBody({ library, text, onBrowse, onReveal, hrefOf, renderSend }: LibraryBodyProps) {
  const models = filterModels(library.models, text);
  if (library.models.length === 0)
    return (
      <StatePanel
        icon="library"
        title="Nothing downloaded yet"
        actions={
          <Button variant="primary" onClick={onBrowse}>
            Browse models
          </Button>
        }
      >
        <p>
          Downloaded models appear here and stay usable without a connection. They are plain folders in{' '}
          {library.folder}.
        </p>
      </StatePanel>
    );
  if (models.length === 0)
    return (
      <StatePanel icon="search" title={`Nothing in the library matches “${text.trim()}”`}>
        <p>Try part of a title, a format such as FBX, or a topology such as 10k.</p>
      </StatePanel>
    );
  return <LibraryList models={models} onReveal={onReveal} hrefOf={hrefOf} renderSend={renderSend} />;
}

function describeLibrary({ models, folder }: Library): string {
  const bytes = models.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const noun = models.length === 1 ? 'model' : 'models';
  return `${formatCount(models.length)} ${noun}, ${formatBytes(bytes)} in ${folder}`;
}
