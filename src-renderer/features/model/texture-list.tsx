import { useState } from 'react';
import { isInBrowsers } from '../../../server/contract/catalogue/formats.ts';
import { usePlatform } from '../../components/platform.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { t } from '../../text/text.ts';
import type { SceneFile, Topology } from './store/file-choice.ts';
import { toViewAddress, type ViewOffer } from './store/view-source.ts';
import styles from './texture-list.module.css';

/** The thumbnails are the files themselves; larger ones are listed without. */
const mostBytes = 4_000_000;

type TextureListProps = {
  readonly topologies: readonly Topology[];
  readonly offers: readonly ViewOffer[];
  /** Called with the longer side of each texture shown. */
  readonly onPixels: (pixels: number) => void;
};

/** The texture files of the richest topology that the user may open; nothing if they are embedded in the models. */
export function TextureList({ topologies, offers, onPixels }: TextureListProps) {
  const open = new Set(offers.filter(({ isOpen }) => isOpen).map(({ lod }) => lod));
  const texturesOf = (topology: Topology) => topology.files.filter(({ role }) => role === 'texture');
  const richest = topologies.findLast(
    (topology) => open.has(topology.lod) && texturesOf(topology).length > 0,
  );
  if (richest === undefined) return null;
  return (
    <section className="stack gap-3" aria-label={t('model.textureFiles')}>
      <h2>{t('model.textureFiles')}</h2>
      <ul className={styles.list}>
        {texturesOf(richest).map((file) => (
          <Texture key={file.relativePath} {...{ file, onPixels }} />
        ))}
      </ul>
    </section>
  );
}

type TextureProps = Pick<TextureListProps, 'onPixels'> & { readonly file: SceneFile };

function Texture({ file, onPixels }: TextureProps) {
  const { kind } = usePlatform();
  const [pixels, setPixels] = useState<string | null>(null);
  const { guid, relativePath, fileName, format, sizeBytes } = file;
  const isShown = kind === 'web' && isInBrowsers(format) && sizeBytes <= mostBytes;
  return (
    <li className={styles.texture}>
      {isShown && (
        <img
          src={toViewAddress(guid, relativePath)}
          alt=""
          loading="lazy"
          decoding="async"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            setPixels(`${naturalWidth} × ${naturalHeight}`);
            onPixels(Math.max(naturalWidth, naturalHeight));
          }}
        />
      )}
      <span className="truncate" title={`${fileName}, ${formatBytes(sizeBytes)}`}>
        {fileName}
      </span>
      <span className="quiet">{pixels ?? formatBytes(sizeBytes)}</span>
    </li>
  );
}
