import type { LibraryPlace } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import type { MenuItem } from '../../components/forms/menu.tsx';
import { MenuButton } from '../../components/forms/menu-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { type Fact, FactList } from '../../components/lists/fact-list.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatRelativeTime } from '../../lib/format-relative-time.ts';
import { t } from '../../text/text.ts';
import styles from './library-panel.module.css';
import { type DragOut, type FileCommands, ModelFiles, type RenderSend, type Reveal } from './model-files.tsx';
import { ModelNote } from './notes/model-note.tsx';
import { ModelTags } from './notes/model-tags.tsx';
import type { NotesStore } from './notes/notes-store.ts';
import { isIn, type LibraryModel } from './store/find-in-library.ts';
import { factsOf } from './store/library-rows.ts';

type LibraryPanelProps = {
  /** At least one. */
  readonly models: readonly LibraryModel[];
  readonly commands: readonly MenuItem[];
  readonly notes: NotesStore;
  readonly isBusy: boolean;
  readonly places: readonly LibraryPlace[];
  readonly programs: FileCommands['programs'];
  readonly onReveal: Reveal;
  readonly onOpenFile: FileCommands['onOpen'];
  readonly onDrag: DragOut;
  readonly onClose: () => void;
  readonly hrefOf: (guid: string) => string;
  readonly renderSend: RenderSend;
};

/** The others are in a menu. */
const shownCommands = 3;

export function LibraryPanel(props: LibraryPanelProps) {
  const { models, commands, notes, isBusy, onReveal, onClose, hrefOf, renderSend } = props;
  const { places, programs, onOpenFile, onDrag } = props;
  const [model] = models;
  const isOne = models.length === 1 && model !== undefined;
  const bytes = models.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return (
    <aside className={styles.panel} aria-label={t('library.chosen')}>
      <header className="row top gap-3">
        <h2 className="grow shrinkable breakable">
          {isOne ? (
            <a href={hrefOf(model.guid)} className="plain-link">
              {model.title}
            </a>
          ) : (
            t('library.chosenCount', { count: models.length })
          )}
        </h2>
        <Button variant="quiet" icon="close" aria-label={t('common.close')} onClick={onClose} />
      </header>
      <div className="row wrap gap-2">
        {commands.slice(0, shownCommands).map(({ label, icon, onChoose }) => (
          <Button key={label} icon={icon} disabled={isBusy} onClick={onChoose}>
            {label}
          </Button>
        ))}
        <MenuButton
          icon="more"
          label={t('library.commands.more')}
          disabled={isBusy}
          listItems={() => commands.slice(shownCommands)}
        />
      </div>
      {isOne ? (
        <>
          <State model={model} />
          <ModelFiles {...{ model, programs, onReveal, onDrag, renderSend }} onOpen={onOpenFile} />
          <ModelTags store={notes} models={models} />
          <ModelNote key={model.guid} store={notes} guid={model.guid} hint={t('library.notes.noteHint')} />
          <FactList facts={describe(model, places)} />
        </>
      ) : (
        <>
          <p className={styles.facts}>{t('library.chosenSize', { size: formatBytes(bytes) })}</p>
          <ModelTags store={notes} models={models} />
        </>
      )}
    </aside>
  );
}

/** Differences from the download. */
function State({ model }: { readonly model: LibraryModel }) {
  const { missing, edited } = factsOf(model);
  if (missing + edited === 0) return null;
  return (
    <p className="row wrap gap-3">
      {missing > 0 && (
        <span className="row middle gap-1 warn small strong">
          <Icon name="alert" size={14} /> {t('library.filesMissing', { count: missing })}
        </span>
      )}
      {edited > 0 && <span className="tag">{t('library.filesEdited', { count: edited })}</span>}
    </p>
  );
}

function describe(model: LibraryModel, places: readonly LibraryPlace[]): readonly Fact[] {
  const place = places.length > 1 ? places.find((one) => isIn(one.folder, model)) : undefined;
  const { license, attribution, version, sizeBytes, downloadedAt, folder } = model;
  return [
    [t('library.columns.licence'), license],
    ...(attribution === null ? [] : [[t('library.attribution'), attribution] as const]),
    [t('library.columns.version'), String(version)],
    [t('library.columns.size'), formatBytes(sizeBytes)],
    [t('library.columns.downloaded'), formatRelativeTime(downloadedAt, Date.now())],
    ...(place === undefined ? [] : [[t('library.place'), place.name] as const]),
    [
      t('library.folder'),
      <span key="folder" className="small mono breakable">
        {folder}
      </span>,
    ],
  ];
}
