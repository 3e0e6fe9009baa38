import { useState } from 'react';
import { useStore } from 'zustand';
import type { ModelDetails } from '../../../server/contract/catalogue/discovery.ts';
import { needsDecision } from '../../features/downloads/edited-choice.tsx';
import { FileState } from '../../features/downloads/file-state.tsx';
import { findJob, isActive } from '../../features/downloads/job-state.ts';
import { LibraryChoice } from '../../features/downloads/library-choice.tsx';
import { findHome, findLocalFile } from '../../features/library/store/find-in-library.ts';
import { listTaken, notePrice, toDownloadLabel } from '../../features/model/download-label.ts';
import { FileChooser, type ToPress } from '../../features/model/file-chooser.tsx';
import type { SceneFile } from '../../features/model/store/file-choice.ts';
import { mostOf } from '../../features/model/store/price-state.ts';
import { SendTo } from '../../features/starters/send-to.tsx';
import { t } from '../../text/text.ts';
import type { DesktopContext } from './desktop-context.ts';

type DesktopFilesProps = { readonly context: DesktopContext; readonly details: ModelDetails };

/** Combines the states of a model's files from downloads, library and session. */
export function DesktopFiles({ context, details }: DesktopFilesProps) {
  const { guid, title, version } = details;
  const { downloads, handOver, library: libraryStore, model, session } = context.stores;
  const jobs = useStore(downloads, (state) => state.jobs);
  const library = useStore(libraryStore, (state) => state.library);
  const isSignedIn = useStore(session, (state) => state.session?.status === 'signed-in');
  const [chosen, setChosen] = useState<string | null>(null);
  const places = library?.places ?? [];
  const destination = places.some(({ folder }) => folder === chosen) ? chosen : findHome(library, guid);
  const actions = downloads.getState();
  const isOwned = (file: SceneFile) => findLocalFile(library, file) !== undefined;
  const toPress: ToPress = (file, price) => {
    const [taken] = listTaken(file, details);
    const { bytes, what } = taken;
    const job = findJob(jobs, file);
    const inState = (state: string) => ({ bytes, label: t('model.inState', { what, state }) });
    if (job !== undefined && (isActive(job) || needsDecision(job)))
      return {
        ...inState(t(`downloads.status.${job.status}`)),
        icon: isActive(job) ? 'downloads' : 'alert',
      };
    if (isOwned(file)) return { ...inState(t('common.inYourLibrary')), icon: 'check' };
    if (job?.status === 'failed')
      return { ...inState(t('common.retry')), icon: 'alert', onPress: () => void actions.retry(job.id) };
    const look = { bytes, note: notePrice(price), icon: notePrice(price) === null ? null : 'lock' } as const;
    if (!isSignedIn)
      return {
        ...{ ...look, icon: 'lock' },
        label: t('model.signInToDownload', { what }),
        onPress: () => void session.getState().signIn(),
      };
    return {
      ...{ ...look, label: toDownloadLabel(price, taken), isBlocked: price.kind === 'too-expensive' },
      onPress: () => {
        const { format, lod, variant, relativePath, sha256 } = file;
        void actions.add({
          ...{ guid, title, format, lod, variant, relativePath, version, sha256 },
          sizeBytes: bytes,
          maxPriceUsd: mostOf(price),
          ...(chosen !== null && destination !== null && { library: destination }),
        });
      },
    };
  };
  return (
    <FileChooser
      store={model}
      details={details}
      toPress={toPress}
      options={<LibraryChoice places={places} value={destination ?? ''} onChoose={setChosen} />}
      renderState={(file) => (
        <FileState
          fileName={file.fileName}
          job={findJob(jobs, file)}
          isInLibrary={isOwned(file)}
          onCancel={(id) => void actions.cancel([id])}
          onRetry={(id) => void actions.retry(id)}
          onDecide={(id, edited) => void actions.decide(id, edited)}
          onReveal={() => void libraryStore.getState().reveal(guid, file.relativePath)}
          send={
            <SendTo
              store={handOver}
              file={{ guid, relativePath: file.relativePath, format: file.format }}
              onPlugins={() => context.actions['go.plugins']?.perform()}
            />
          }
        />
      )}
    />
  );
}
