import { type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../components/button.tsx';
import type { FileParts } from '../../features/browse/foreign/foreign-dialog.tsx';
import { ForeignModels } from '../../features/browse/foreign/foreign-models.tsx';
import { FileState } from '../../features/downloads/file-state.tsx';
import { findJob, isFinished } from '../../features/downloads/job-state.ts';
import { findLocalFile } from '../../features/library/store/find-in-library.ts';
import { t } from '../../text/text.ts';
import type { DesktopContext } from './desktop-context.ts';

type DesktopForeignProps = { readonly context: DesktopContext; readonly signIn: ReactNode };

export function DesktopForeign({ context, signIn }: DesktopForeignProps) {
  const { api, stores } = context;
  const isSignedIn = useStore(stores.session, (state) => state.session?.status === 'signed-in');
  return (
    <ForeignModels
      api={api}
      store={stores.browse}
      renderFile={(parts) => <DesktopFile {...parts} context={context} />}
      signIn={isSignedIn ? null : signIn}
    />
  );
}

/** Downloads a file of another catalogue, under the licence and terms shown. */
function DesktopFile({ context, model, file, onChanged }: FileParts & { readonly context: DesktopContext }) {
  const { downloads, library: libraryStore } = context.stores;
  const { guid, title, license, source } = model;
  const { format, lod, relativePath, fileName } = file;
  const library = useStore(libraryStore, (state) => state.library);
  const job = useStore(downloads, ({ jobs }) => findJob(jobs, { guid, format, lod, relativePath }));
  const isInLibrary = findLocalFile(library, { guid, lod, relativePath }) !== undefined;
  const isRefused = job?.status === 'failed' && job.error?.code === 'VERSION_CHANGED';
  const isNews = isRefused && job.seen?.license === license && job.seen.terms === source.terms;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each refusal
  useEffect(() => {
    if (isNews) onChanged();
  }, [isNews]);
  const { add, cancel, retry, decide } = downloads.getState();
  const take = () =>
    add({
      ...{ guid, title, format, lod, relativePath, variant: null, maxPriceUsd: 0 },
      sizeBytes: file.sizeBytes + file.supportBytes,
      seen: { license, terms: source.terms },
    });
  const canTake = isRefused || job === undefined || (isFinished(job) && job.status !== 'failed');
  return (
    <>
      {canTake && !isInLibrary && (
        <Button icon="downloads" onClick={() => void take()}>
          {t('model.foreign.open', { file: fileName })}
        </Button>
      )}
      <FileState
        {...{ fileName, isInLibrary }}
        job={isRefused ? undefined : job}
        onCancel={(id) => void cancel([id])}
        onRetry={(id) => void retry(id)}
        onDecide={(id, edited) => void decide(id, edited)}
        onReveal={() => void libraryStore.getState().reveal(guid, relativePath)}
        send={null}
      />
    </>
  );
}
