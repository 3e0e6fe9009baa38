import { useState } from 'react';
import type { ModelDetails } from '../../../server/contract/discovery.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { t } from '../../text/text.ts';
import { describePrice, toDownloadLabel } from './download-label.ts';
import type { SceneFile } from './file-choice.ts';
import styles from './file-chooser.module.css';
import type { PriceState } from './price-state.ts';
import { startDownload, toArchiveAddress, toFileAddress } from './start-download.ts';

type WebFileActionProps = {
  readonly file: SceneFile;
  readonly price: PriceState;
  readonly details: ModelDetails;
  /** Null for a person who is signed in. */
  readonly signInHref: string | null;
  /** Unlocks the model of this file for at most this price. */
  readonly unlock: (file: SceneFile, maxPriceUsd: number) => Promise<unknown>;
  /** Prices and balance may have changed. */
  readonly onDownload: () => void;
};

/** The server's own download routes: one file as it is, or ZIPs of its topology folder. */
export function WebFileAction({ file, price, details, signInHref, unlock, onDownload }: WebFileActionProps) {
  const { isBusy, error, attempt } = useAttempt();
  const [wanted, setWanted] = useState<string | null>(null);
  if (signInHref !== null)
    return (
      <LinkButton href={signInHref} icon="user">
        {t('common.signInToDownload')}
      </LinkButton>
    );
  if (price.kind === 'too-expensive') return null;
  const start = (address: string) => {
    setWanted(address);
    void attempt(async () => {
      try {
        if (price.kind === 'unlocks') await unlock(file, price.priceUsd);
        await startDownload(address, window);
      } finally {
        onDownload();
      }
    });
  };
  return (
    <>
      <Button variant="primary" icon="downloads" disabled={isBusy} onClick={() => start(toFileAddress(file))}>
        {toDownloadLabel(price, file.sizeBytes)}
      </Button>
      <Archives file={file} price={price} details={details} isBusy={isBusy} onStart={start} />
      {error !== null && wanted !== null && (
        <ErrorNotice error={error}>
          <Button icon="retry" disabled={isBusy} onClick={() => start(wanted)}>
            {t('common.retry')}
          </Button>
        </ErrorNotice>
      )}
    </>
  );
}

type ArchivesProps = Pick<WebFileActionProps, 'file' | 'price' | 'details'> & {
  readonly isBusy: boolean;
  readonly onStart: (address: string) => void;
};

function Archives({ file, price, details, isBusy, onStart }: ArchivesProps) {
  const siblings = details.topologies.find(({ lod }) => lod === file.lod)?.files ?? [];
  if (siblings.length < 2) return null;
  const textures = siblings.filter(({ role }) => role === 'texture');
  const archives = [
    { kind: 'textures', label: 'model.textures', files: textures },
    { kind: 'all', label: 'model.allFiles', files: siblings },
  ] as const;
  return (
    <div className={styles.archives}>
      {archives.map(
        ({ kind, label, files }) =>
          files.length > 0 && (
            <Button
              key={kind}
              disabled={isBusy}
              onClick={() => onStart(toArchiveAddress(kind, file))}
              title={price.kind === 'unlocks' ? describePrice(price) : undefined}
            >
              {t(label, { size: formatBytes(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)) })}
            </Button>
          ),
      )}
      {price.kind === 'unlocks' && (
        <p className={styles.once}>{t('model.unlocksOnce', { price: formatUsd(price.priceUsd) })}</p>
      )}
    </div>
  );
}
