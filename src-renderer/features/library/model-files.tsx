import type { ReactNode } from 'react';
import type { DesktopCallInput, DesktopCallOutput } from '../../../src-main/platform/ipc/contract.ts';
import type { MenuItem } from '../../components/forms/menu.tsx';
import { MenuButton } from '../../components/forms/menu-button.tsx';
import { usePlatform } from '../../components/platform.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { t } from '../../text/text.ts';
import styles from './library-panel.module.css';
import type { LibraryFile, LibraryModel } from './store/find-in-library.ts';

/** Renders how to send a downloaded scene file to an open DCC app. */
export type RenderSend = (file: Pick<LibraryFile, 'relativePath' | 'format'> & { guid: string }) => ReactNode;
export type Reveal = (guid: string, relativePath: string | null) => void;
export type DragOut = (items: DesktopCallInput<'library.drag'>['items']) => Promise<unknown>;

export type FileCommands = {
  /** DCC apps on this computer, with the formats they open. */
  readonly programs: readonly DesktopCallOutput<'library.programs'>[number][];
  /** Null for the system's default program. */
  readonly onOpen: (guid: string, relativePath: string, program: string | null) => void;
  readonly onReveal: Reveal;
  readonly onDrag: DragOut;
};

type ModelFilesProps = FileCommands & {
  readonly model: LibraryModel;
  readonly renderSend: RenderSend;
};

/** The scene files of a model, each with its actions. */
export function ModelFiles({ model, renderSend, ...commands }: ModelFilesProps) {
  const scenes = model.files.filter(({ role }) => role === 'scene');
  const others = model.files.length - scenes.length;
  return (
    <>
      <ul className="stack gap-3" aria-label={t('library.filesOf', { title: model.title })}>
        {scenes.map((file) => (
          <SceneFile
            key={file.relativePath}
            {...{ file, model, ...commands }}
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

/** Formats a path for this computer's system. */
function toPath(folder: string, relativePath: string): string {
  const separator = folder.includes('\\') ? '\\' : '/';
  return [folder, ...relativePath.split('/')].join(separator);
}

type SceneFileProps = FileCommands & {
  readonly file: LibraryFile;
  /** A file can be from an earlier version than the last download. */
  readonly model: LibraryModel;
  readonly send: ReactNode;
};

function SceneFile({ file, model, programs, onOpen, onReveal, onDrag, send }: SceneFileProps) {
  const { copyText } = usePlatform();
  const { guid } = model;
  const { relativePath, isPresent, format } = file;
  const name = relativePath.split('/').at(-1) ?? relativePath;
  const fitting = programs.filter(({ formats }) => formats.includes(format));
  const items: readonly MenuItem[] = [
    { label: t('library.files.open'), icon: 'link', onChoose: () => onOpen(guid, relativePath, null) },
    ...fitting.map(
      (program): MenuItem => ({
        label: t('library.files.openWith', { program: program.name }),
        icon: 'cube',
        onChoose: () => onOpen(guid, relativePath, program.name),
      }),
    ),
    { label: t('common.showInFolder'), icon: 'folder', onChoose: () => onReveal(guid, relativePath) },
    {
      label: t('library.files.copyPath'),
      icon: 'copy',
      onChoose: () => void copyText(toPath(model.folder, relativePath)),
    },
  ];
  return (
    <li className={styles.file} data-missing={!isPresent}>
      <div className={styles.fileLine}>
        <button
          type="button"
          className={styles.fileName}
          title={relativePath}
          disabled={!isPresent}
          draggable={isPresent}
          onClick={() => onReveal(guid, relativePath)}
          onDragStart={(event) => {
            event.preventDefault();
            void onDrag([{ guid, relativePath }]);
          }}
        >
          {name}
        </button>
        {isPresent && (
          <MenuButton icon="more" label={t('library.files.menuOf', { file: name })} listItems={() => items} />
        )}
      </div>
      <div className={styles.fileLine}>
        <span className={styles.facts}>
          {file.lod} · {format.toUpperCase()} · {describeFile(file, model.version)}
        </span>
        {isPresent && send}
      </div>
    </li>
  );
}
