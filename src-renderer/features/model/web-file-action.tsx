import type { ModelDetails } from '../../../server/contract/discovery.ts';
import { LinkButton } from '../../components/link-button.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { toDownloadLabel } from './download-label.ts';
import type { SceneFile } from './file-choice.ts';
import styles from './file-chooser.module.css';
import type { PriceState } from './price-state.ts';
import { toArchiveAddress, toFileAddress } from './web-download-address.ts';

type WebFileActionProps = {
  readonly file: SceneFile;
  readonly price: PriceState;
  readonly details: ModelDetails;
  /** Null for a person who is signed in. */
  readonly signInHref: string | null;
  /** Prices change once the server has charged. */
  readonly onDownload: () => void;
};

/** Links to the server's own download routes: one file as it is, or ZIPs of its topology folder. */
export function WebFileAction({ file, price, details, signInHref, onDownload }: WebFileActionProps) {
  if (signInHref !== null)
    return (
      <LinkButton href={signInHref} icon="user">
        Sign in to download
      </LinkButton>
    );
  if (price.kind === 'too-expensive') return null;
  const siblings = details.topologies.find(({ lod }) => lod === file.lod)?.files ?? [];
  const hasTextures = siblings.some(({ role }) => role === 'texture');
  const allBytes = siblings.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return (
    <>
      <LinkButton variant="primary" icon="downloads" href={toFileAddress(file)} onClick={onDownload}>
        {toDownloadLabel(price, file.sizeBytes)}
      </LinkButton>
      {siblings.length > 1 && (
        <div className={styles.archives}>
          {hasTextures && (
            <a href={toArchiveAddress('textures', file)} onClick={onDownload}>
              Textures (ZIP)
            </a>
          )}
          <a href={toArchiveAddress('all', file)} onClick={onDownload}>
            All of {file.lod} (ZIP, {formatBytes(allBytes)})
          </a>
        </div>
      )}
    </>
  );
}
