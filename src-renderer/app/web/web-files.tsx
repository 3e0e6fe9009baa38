import { useState } from 'react';
import { useStore } from 'zustand';
import type { ModelDetails } from '../../../server/contract/catalogue/discovery.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Select } from '../../components/forms/select-field.tsx';
import { useAttempt } from '../../components/forms/use-attempt.ts';
import { readStored, writeStored } from '../../data/stored-value.ts';
import {
  listTaken,
  notePrice,
  type Taken,
  toDownloadLabel,
  type Way,
  ways,
} from '../../features/model/download-label.ts';
import { FileChooser, type ToPress } from '../../features/model/file-chooser.tsx';
import {
  startDownload,
  toArchiveAddress,
  toDragged,
  toFileAddress,
} from '../../features/model/start-download.ts';
import { listSceneFiles, type SceneFile } from '../../features/model/store/file-choice.ts';
import { mostOf } from '../../features/model/store/price-state.ts';
import { t } from '../../text/text.ts';
import { formatRoute } from '../route.ts';
import type { WebContext } from './web-context.ts';

const wayName = 'lodestock.way';

type WebFilesProps = { readonly context: WebContext; readonly details: ModelDetails };

/** The files of a model, by the server's download routes: one with what it needs, and ZIPs of its topology folder. */
export function WebFiles({ context, details }: WebFilesProps) {
  const { api, navigation, stores } = context;
  const isSignedIn = useStore(stores.session, ({ user }) => user !== null);
  const { isBusy, error, attempt } = useAttempt();
  const [wanted, setWanted] = useState<string | null>(null);
  const [way, setWay] = useState<Way>(() => readStored(wayName, ways, 'complete'));
  const offered = listWays(details);
  const shownWay = offered.includes(way) ? way : 'complete';
  const toPress: ToPress = (file, price) => {
    const [complete, ...others] = listTaken(file, details);
    const taken = others.find((other) => other.way === shownWay) ?? complete;
    const { bytes, what } = taken;
    const look = { bytes, note: notePrice(price) };
    const label = toDownloadLabel(price, taken);
    // The 1k topology is free for everyone.
    if (!isSignedIn && file.lod !== '1k') {
      const { guid, lod, format } = file;
      const search = new URLSearchParams({ lod, format }).toString();
      const next = formatRoute({ name: 'model', segment: guid, guid, search });
      const href = navigation.hrefOf({ name: 'sign-in', next });
      return { ...look, icon: 'lock', href, label: t('model.signInToDownload', { what }) };
    }
    if (price.kind === 'too-expensive') return { ...look, label, icon: 'lock', isBlocked: true };
    // Downloading other files than the selected ones would be a surprise.
    if (shownWay === 'textures' && taken === complete) return { ...look, label: what, isBlocked: true };
    const { address, name } = locate(taken, file);
    const start = () => {
      setWanted(file.relativePath);
      void attempt(async () => {
        try {
          const { guid, format, lod, relativePath } = file;
          const maxPriceUsd = mostOf(price);
          if (price.kind === 'unlocks')
            await api.call('agentDirect', { guid, format, lod, relativePath, maxPriceUsd });
          await startDownload(address, window);
        } finally {
          stores.model.getState().refreshPricing();
          void stores.session.getState().load();
        }
      });
    };
    const press = { ...look, label, onPress: isBusy ? () => undefined : start };
    // A drag out of the window downloads without confirmation.
    return price.kind === 'unlocks'
      ? { ...press, icon: 'lock' }
      : { ...press, dragged: toDragged(address, name) };
  };
  const choose = (next: Way) => {
    setWay(next);
    writeStored(wayName, next);
  };
  return (
    <FileChooser
      store={stores.model}
      details={details}
      toPress={toPress}
      options={
        offered.length > 1 && (
          <Select
            aria-label={t('model.matrix.way')}
            value={shownWay}
            options={offered.map((one) => [one, t(`model.ways.${one}`)])}
            onChoose={choose}
          />
        )
      }
      renderState={({ relativePath }, { onPress }) =>
        error !== null &&
        wanted === relativePath && (
          <ErrorNotice error={error}>
            <Button icon="retry" disabled={isBusy} onClick={onPress}>
              {t('common.retry')}
            </Button>
          </ErrorNotice>
        )
      }
    />
  );
}

function listWays(details: ModelDetails): readonly Way[] {
  const taken = details.topologies.flatMap(listSceneFiles).flatMap((file) => listTaken(file, details));
  return ways.filter((way) => taken.some((one) => one.way === way));
}

function locate({ way }: Taken, file: SceneFile) {
  return way === 'file' || (way === 'complete' && file.supportFilesCount === 0)
    ? { address: toFileAddress(file), name: file.fileName }
    : { address: toArchiveAddress(way, file), name: `${file.fileName}.zip` };
}
