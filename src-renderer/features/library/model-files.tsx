import type { ReactNode } from 'react';
import { formatBytes } from '../../lib/format-bytes.ts';
import { t } from '../../text/text.ts';
import type { LibraryFile, LibraryModel } from './find-in-library.ts';
import styles from './library-panel.module.css';

/** How a downloaded scene file gets into an open DCC app. */
export type RenderSend = (file: Pick<LibraryFile, 'relativePath' | 'format'> & { guid: string }) => ReactNode;
export type Reveal = (guid: string, relativePath: string | null) => void;

type ModelFilesProps = {
  readonly model: LibraryModel;
  readonly onReveal: Reveal;
  readonly renderSend: RenderSend;
};

/** The scene files of a model, each with what can be done with it. */
export function ModelFiles({ model, onReveal, renderSend }: ModelFilesProps) {
  const scenes = model.files.filter(({ role }) => role === 'scene');
  const others = model.files.length - scenes.length;
  return (
    <>
      <ul className={styles.files} aria-label={t('library.filesOf', { title: model.title })}>
        {scenes.map((file) => (
          <SceneFile
            key={file.relativePath}
            file={file}
            modelVersion={model.version}
            onReveal={() => onReveal(model.guid, file.relativePath)}
            send={renderSend({ ...file, guid: model.guid })}
          />
        ))}
      </ul>
      {others > 0 && <p className={styles.facts}>{t('library.supportFiles', { count: others })}</p>}
    </>
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

type SceneFileProps = {
  readonly file: LibraryFile;
  /** A file may be of an earlier version than the one downloaded last. */
  readonly modelVersion: number;
  readonly onReveal: () => void;
  readonly send: ReactNode;
};

function SceneFile({ file, modelVersion, onReveal, send }: SceneFileProps) {
  const name = file.relativePath.split('/').at(-1) ?? file.relativePath;
  return (
    <li className={styles.file} data-missing={!file.isPresent}>
      <div className={styles.fileLine}>
        <span className="tag">{file.lod}</span>
        <span className="tag">{file.format.toUpperCase()}</span>
        <button
          type="button"
          className={styles.fileName}
          title={file.relativePath}
          disabled={!file.isPresent}
          onClick={onReveal}
        >
          {name}
        </button>
      </div>
      <div className={styles.fileLine}>
        <span className={styles.facts}>{describeFile(file, modelVersion)}</span>
        {file.isPresent && send}
      </div>
    </li>
  );
}
