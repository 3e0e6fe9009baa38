import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { SmallPoster } from '../../components/poster.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatRelativeTime } from '../../lib/format-relative-time.ts';
import { t } from '../../text/text.ts';
import { CheckButton, type CheckFiles } from './check-files.tsx';
import type { LibraryFile, LibraryModel } from './find-in-library.ts';
import styles from './library.module.css';

/** How a downloaded scene file gets into an open DCC app. */
export type RenderSend = (file: Pick<LibraryFile, 'relativePath' | 'format'> & { guid: string }) => ReactNode;
type Reveal = (guid: string, relativePath: string | null) => void;
type LibraryListProps = {
  readonly models: readonly LibraryModel[];
  readonly onReveal: Reveal;
  readonly onCheck: CheckFiles;
  readonly hrefOf: (guid: string) => string;
  readonly renderSend: RenderSend;
};

const firstModels = 100;

export function LibraryList({ models, onReveal, onCheck, hrefOf, renderSend }: LibraryListProps) {
  const [shown, setShown] = useState(firstModels);
  return (
    <>
      <ul className={styles.list}>
        {models.slice(0, shown).map((model) => (
          <LibraryRow
            key={model.guid}
            model={model}
            onReveal={onReveal}
            onCheck={onCheck}
            href={hrefOf(model.guid)}
            renderSend={renderSend}
          />
        ))}
      </ul>
      {models.length > shown && (
        <Button onClick={() => setShown(shown + firstModels)}>
          {t('library.showMore', { count: Math.min(firstModels, models.length - shown) })}
        </Button>
      )}
    </>
  );
}

type LibraryRowProps = {
  readonly model: LibraryModel;
  readonly href: string;
  readonly onReveal: Reveal;
  readonly onCheck: CheckFiles;
  readonly renderSend: RenderSend;
};

function LibraryRow({ model, href, onReveal, onCheck, renderSend }: LibraryRowProps) {
  const scenes = model.files.filter(({ role }) => role === 'scene');
  const others = model.files.length - scenes.length;
  const missing = model.files.filter(({ isPresent }) => !isPresent).length;
  const edited = model.files.filter(({ isEdited }) => isEdited).length;
  return (
    <li className={styles.row}>
      <div className={styles.picture}>
        <SmallPoster guid={model.guid} />
      </div>
      <div className={styles.main}>
        <div className={styles.titleLine}>
          <a href={href} className={styles.title}>
            {model.title}
          </a>
          {missing > 0 && (
            <span className={styles.missing}>
              <Icon name="alert" size={14} /> {t('library.filesMissing', { count: missing })}
            </span>
          )}
          {edited > 0 && <span className="tag">{t('library.filesEdited', { count: edited })}</span>}
        </div>
        <div className={styles.facts}>
          {t('library.facts', {
            size: formatBytes(model.sizeBytes),
            licence: model.license,
            version: String(model.version),
            when: formatRelativeTime(model.downloadedAt, Date.now()),
          })}
        </div>
        <ul className={styles.files} aria-label={t('library.filesOf', { title: model.title })}>
          {scenes.map((file) => (
            <SceneFileItem
              key={file.relativePath}
              file={file}
              modelVersion={model.version}
              onReveal={() => onReveal(model.guid, file.relativePath)}
              send={renderSend({ ...file, guid: model.guid })}
            />
          ))}
        </ul>
        {others > 0 && <div className={styles.facts}>{t('library.supportFiles', { count: others })}</div>}
      </div>
      <div className={styles.actions}>
        <Button
          icon="folder"
          onClick={() => onReveal(model.guid, null)}
          aria-label={t('common.showInFolderOf', { title: model.title })}
        >
          {t('common.showInFolder')}
        </Button>
        <CheckButton guid={model.guid} title={model.title} onCheck={onCheck} />
      </div>
    </li>
  );
}

function describeFile(
  { isPresent, isEdited, sizeBytes, version }: LibraryFile,
  modelVersion: number,
): string {
  if (!isPresent) return t('library.fileMissing');
  if (isEdited) return t('library.fileEdited');
  const size = formatBytes(sizeBytes);
  if (version === undefined || version === modelVersion) return size;
  return t('library.fileOfVersion', { size, version: String(version) });
}

type SceneFileItemProps = {
  readonly file: LibraryFile;
  /** A file may be of an earlier version than the one downloaded last. */
  readonly modelVersion: number;
  readonly onReveal: () => void;
  readonly send: ReactNode;
};

function SceneFileItem({ file, modelVersion, onReveal, send }: SceneFileItemProps) {
  const name = file.relativePath.split('/').at(-1) ?? file.relativePath;
  return (
    <li className={styles.file} data-missing={!file.isPresent}>
      <span className="tag">{file.lod}</span>
      <span className="tag">{file.format.toUpperCase()}</span>
      <button type="button" className={styles.fileName} disabled={!file.isPresent} onClick={onReveal}>
        {name}
      </button>
      <span className={styles.facts}>{describeFile(file, modelVersion)}</span>
      {file.isPresent && <span className={styles.send}>{send}</span>}
    </li>
  );
}
