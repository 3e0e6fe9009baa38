import { useState } from 'react';
import { useStore } from 'zustand';
import type { ModelDetails } from '../../../server/contract/catalogue/discovery.ts';
import type { LibraryPlace } from '../../../src-main/platform/ipc/contract.ts';
import { FileAction } from '../../features/downloads/file-action.tsx';
import { findJob } from '../../features/downloads/job-state.ts';
import { LibraryChoice } from '../../features/downloads/library-choice.tsx';
import { findHome, findLocalFile } from '../../features/library/store/find-in-library.ts';
import { toDownloadLabel, toLabelled } from '../../features/model/download-label.ts';
import type { SceneFile } from '../../features/model/store/file-choice.ts';
import { mostOf, type PriceState } from '../../features/model/store/price-state.ts';
import { SendTo } from '../../features/starters/send-to.tsx';
import type { DesktopContext } from './desktop-context.ts';

const noPlaces: readonly LibraryPlace[] = [];

type DesktopFileActionProps = {
  readonly context: DesktopContext;
  readonly file: SceneFile;
  readonly price: PriceState;
  readonly details: ModelDetails;
};

/** Joins what downloads, library and session know of one exact file. */
export function DesktopFileAction({ context, file, price, details }: DesktopFileActionProps) {
  const { title, version } = details;
  const { downloads, handOver, library, session } = context.stores;
  const job = useStore(downloads, ({ jobs }) => findJob(jobs, file));
  const isInLibrary = useStore(library, (state) => findLocalFile(state.library, file) !== undefined);
  const isSignedIn = useStore(session, (state) => state.session?.status === 'signed-in');
  const places = useStore(library, (state) => state.library?.places ?? noPlaces);
  const home = useStore(library, (state) => findHome(state.library, file.guid));
  const [chosen, setChosen] = useState<string | null>(null);
  const destination = places.some(({ folder }) => folder === chosen) ? chosen : home;
  const { guid, format, lod, variant, relativePath, sha256 } = file;
  const actions = downloads.getState();
  return (
    <FileAction
      fileName={file.fileName}
      job={job}
      isInLibrary={isInLibrary}
      isSignedIn={isSignedIn}
      label={toDownloadLabel(price, toLabelled(file, details))}
      isBlocked={price.kind === 'too-expensive'}
      onSignIn={() => void session.getState().signIn()}
      onDownload={() =>
        void actions.add({
          ...{ guid, title, format, lod, variant, relativePath, version, sha256 },
          sizeBytes: file.sizeBytes + file.supportBytes,
          maxPriceUsd: mostOf(price),
          ...(chosen !== null && destination !== null && { library: destination }),
        })
      }
      onCancel={(id) => void actions.cancel([id])}
      onRetry={(id) => void actions.retry(id)}
      onDecide={(id, edited) => void actions.decide(id, edited)}
      onReveal={() => void library.getState().reveal(guid, relativePath)}
      destination={<LibraryChoice places={places} value={destination ?? ''} onChoose={setChosen} />}
      send={
        <SendTo
          store={handOver}
          file={{ guid, relativePath, format }}
          onPlugins={() => context.actions['go.plugins']?.perform()}
        />
      }
    />
  );
}
