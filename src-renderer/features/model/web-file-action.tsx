import { useState } from 'react';
import type { ModelDetails } from '../../../server/contract/catalogue/discovery.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useAttempt } from '../../components/forms/use-attempt.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { t } from '../../text/text.ts';
import { describePrice, toDownloadLabel, toLabelled } from './download-label.ts';
import styles from './file-chooser.module.css';
import { startDownload, toArchiveAddress, toDragged, toFileAddress } from './start-download.ts';
import type { SceneFile } from './store/file-choice.ts';
import type { PriceState } from './store/price-state.ts';

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

/** The server's own download routes: one file with what it needs, and ZIPs of its topology folder. */
export function WebFileAction({ file, price, details, signInHref, unlock, onDownload }: WebFileActionProps) {
  const { isBusy, error, attempt } = useAttempt();
  const [wanted, setWanted] = useState<string | null>(null);
  // The 1k topology is free for everyone.
  if (signInHref !== null && file.lod !== '1k')
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
  const isArchive = file.supportFilesCount > 0;
  const whole = isArchive ? toArchiveAddress('complete', file) : toFileAddress(file);
  const name = isArchive ? `${file.fileName}.zip` : file.fileName;
  // A drag that ends outside of the window downloads without another question.
  const costsNothing = price.kind === 'free' || price.kind === 'unlocked';
  return (
    <>
      <Button
        variant="primary"
        icon="downloads"
        disabled={isBusy}
        onClick={() => start(whole)}
        draggable={costsNothing}
        onDragStart={({ dataTransfer }) => dataTransfer.setData('DownloadURL', toDragged(whole, name))}
      >
        {toDownloadLabel(price, toLabelled(file, details))}
      </Button>
      <OtherDownloads file={file} price={price} details={details} isBusy={isBusy} onStart={start} />
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

type OtherDownloadsProps = Pick<WebFileActionProps, 'file' | 'price' | 'details'> & {
  readonly isBusy: boolean;
  readonly onStart: (address: string) => void;
};

const bytesOf = (files: readonly { readonly sizeBytes: number }[]) =>
  files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** The file without what it needs, the textures alone, and every format of the topology. */
function listOthers(file: SceneFile, details: ModelDetails) {
  const siblings = details.topologies.find(({ lod }) => lod === file.lod)?.files ?? [];
  const textures = siblings.filter(({ role }) => role === 'texture');
  const format = file.format.toUpperCase();
  const sizeOf = (files: readonly { readonly sizeBytes: number }[]) => formatBytes(bytesOf(files));
  const hasMore = siblings.length > 1 + file.supportFilesCount;
  return [
    ...(file.supportFilesCount > 0
      ? [{ address: toFileAddress(file), label: t('model.fileOnly', { format, size: sizeOf([file]) }) }]
      : []),
    ...(textures.length > 0
      ? [
          {
            address: toArchiveAddress('textures', file),
            label: t('model.textures', { size: sizeOf(textures) }),
          },
        ]
      : []),
    ...(hasMore
      ? [{ address: toArchiveAddress('all', file), label: t('model.allFiles', { size: sizeOf(siblings) }) }]
      : []),
  ];
}

function OtherDownloads({ file, price, details, isBusy, onStart }: OtherDownloadsProps) {
  const others = listOthers(file, details);
  if (others.length === 0) return null;
  return (
    <div className={styles.archives}>
      {others.map(({ address, label }) => (
        <Button
          key={address}
          variant="quiet"
          disabled={isBusy}
          onClick={() => onStart(address)}
          title={price.kind === 'unlocks' ? describePrice(price) : undefined}
        >
          {label}
        </Button>
      ))}
      {price.kind === 'unlocks' && (
        <p className="full quiet small">{t('model.unlocksOnce', { price: formatUsd(price.priceUsd) })}</p>
      )}
    </div>
  );
}
