import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { DownloadRequest, LibraryPlace } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { Menu, type MenuPlace } from '../../components/forms/menu.tsx';
import { usePlatform } from '../../components/platform.ts';
import { StatePanel } from '../../components/state-panel.tsx';
import { readStored, writeStored } from '../../data/stored-value.ts';
import { t } from '../../text/text.ts';
import type { CareStore } from './care/care-store.ts';
import { CreditsDialog, type SaveText } from './care/credits-dialog.tsx';
import { DiskUseDialog } from './care/disk-use-dialog.tsx';
import { CareNotice } from './care-notice.tsx';
import styles from './library.module.css';
import { LibraryGrid } from './library-grid.tsx';
import { LibraryPanel } from './library-panel.tsx';
import { LibraryToolbar } from './library-toolbar.tsx';
import { type LibraryCommands, listCommands } from './list-commands.ts';
import type { DragOut, RenderSend } from './model-files.tsx';
import { countTags } from './notes/count-tags.ts';
import type { NotesStore } from './notes/notes-store.ts';
import { type Choice, chooseOne, keepShown, nothingChosen } from './store/choose-models.ts';
import type { LibraryModel } from './store/find-in-library.ts';
import {
  countByFilter,
  type LibraryFilter,
  type LibraryOrder,
  type LibrarySort,
  type LibraryView,
  librarySorts,
  selectModels,
  startsDescending,
} from './store/library-rows.ts';
import type { LibraryStore } from './store/library-store.ts';
import { listRepairs } from './store/list-repairs.ts';

/** The parts of the page, which the app combines from other features. */
export type LibraryParts = {
  readonly store: LibraryStore;
  readonly care: CareStore;
  readonly notes: NotesStore;
  /** Shows the model in 3D. */
  readonly onOpen: (guid: string) => void;
  readonly hrefOf: (guid: string) => string;
  readonly renderSend: RenderSend;
  readonly onSave: SaveText;
  /** Drags files, or models with all their files, out of the window. */
  readonly onDrag: DragOut;
  /** Downloads missing or changed files again. */
  readonly onRepair: (files: readonly DownloadRequest[]) => void;
  /** Asks which files of these models to download again. */
  readonly renderUpdate: (models: readonly LibraryModel[], onClose: () => void) => ReactNode;
};

type LibraryContentProps = LibraryParts & {
  readonly models: readonly LibraryModel[];
  readonly places: readonly LibraryPlace[];
  readonly text: string;
  /** Shown if the library is empty. */
  readonly empty: ReactNode;
};

const viewKey = 'lodestock.library-view';
const sortKey = 'lodestock.library-sort';

/** The user's view, filters and order; view and order are remembered. */
function useArrangement() {
  const [filter, setFilter] = useState<LibraryFilter>('all');
  const [tag, setTag] = useState<string | null>(null);
  const [place, setPlace] = useState<string | null>(null);
  const [view, setView] = useState<LibraryView>(() => readStored(viewKey, ['grid', 'list'], 'grid'));
  const [order, setOrder] = useState<LibraryOrder>(() => {
    const sort = readStored(sortKey, librarySorts, 'title');
    return { sort, isDescending: startsDescending(sort) };
  });
  const turn = () => setOrder({ ...order, isDescending: !order.isDescending });
  return {
    ...{ filter, setFilter, tag, setTag, place, setPlace, view, order, turn },
    changeView: (next: LibraryView) => {
      setView(next);
      writeStored(viewKey, next);
    },
    changeSort: (sort: LibrarySort) => {
      if (sort === order.sort) return turn();
      setOrder({ sort, isDescending: startsDescending(sort) });
      writeStored(sortKey, sort);
    },
  };
}

type OpenMenu = { readonly models: readonly LibraryModel[]; readonly place: MenuPlace };

export function LibraryContent(props: LibraryContentProps) {
  const { store, care, models, places, text, empty, hrefOf, onOpen, onSave, renderSend, renderUpdate } =
    props;
  const { onDrag } = props;
  const { copyText } = usePlatform();
  const outdated = useStore(care, (state) => state.outdated);
  const isBusy = useStore(care, (state) => state.work !== null);
  const { compare, check, remove } = care.getState();
  const programs = useStore(store, (state) => state.programs);
  const { reveal, open, findPrograms } = store.getState();
  const notes = useStore(props.notes, (state) => state.notes);
  const {
    tag,
    setTag,
    place: wanted,
    setPlace,
    filter,
    setFilter,
    view,
    order,
    turn,
    changeView,
    changeSort,
  } = useArrangement();
  const [choice, setChoice] = useState<Choice>(nothingChosen);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [credited, setCredited] = useState<readonly LibraryModel[]>([]);
  const [isMeasuring, setIsMeasuring] = useState(false);
  const current = useStore(care, (state) => state.current);
  const [updated, setUpdated] = useState<readonly LibraryModel[]>([]);
  useEffect(() => {
    void compare();
    void findPrograms();
  }, [compare, findPrograms]);
  const counts = useMemo(() => countByFilter(models, outdated), [models, outdated]);
  const place = places.some(({ folder }) => folder === wanted) ? wanted : null; // its library may be gone
  const placeName = places.find(({ folder }) => folder === place)?.name;
  const shown = useMemo(
    () => selectModels(models, { text, filter, tag, place, ...order }, { outdated, notes }),
    [models, text, filter, tag, place, order, outdated, notes],
  );
  const tags = useMemo(() => countTags(models, notes), [models, notes]);
  const shownGuids = useMemo(() => new Set(shown.map(({ guid }) => guid)), [shown]);
  const kept = keepShown(choice, (guid) => shownGuids.has(guid));
  const chosen = kept.chosen.size === 0 ? [] : shown.filter(({ guid }) => kept.chosen.has(guid));
  const commands: LibraryCommands = {
    open: onOpen,
    reveal: (guid) => void reveal(guid, null),
    copyPaths: (some) => void copyText(some.map(({ folder }) => folder).join('\n')),
    check: (some) => void check(some.map(({ guid }) => guid)),
    credit: setCredited,
    repair: (some) => props.onRepair(listRepairs(some)),
    update: setUpdated,
    remove: (some) => void remove(some.map(({ guid }) => ({ guid, relativePaths: null }))),
  };
  /** Dragging a selected model drags the whole selection. */
  const drag = (guid: string) => {
    const guids = kept.chosen.has(guid) ? chosen.map((model) => model.guid) : [guid];
    void onDrag(guids.map((one) => ({ guid: one, relativePath: null })));
  };
  const openMenu = (guid: string, place: MenuPlace) => {
    const isChosen = kept.chosen.has(guid);
    if (!isChosen) setChoice(chooseOne(guid));
    setMenu({ models: isChosen ? chosen : shown.filter((model) => model.guid === guid), place });
  };
  if (models.length === 0)
    return (
      <>
        <Notices care={care} />
        {empty}
      </>
    );
  return (
    <>
      <LibraryToolbar
        {...{ counts, filter, tags, tag, places, place, order, view }}
        onPlace={setPlace}
        onFilter={setFilter}
        onTag={setTag}
        onSort={changeSort}
        onTurn={turn}
        onView={changeView}
        actions={
          <>
            <Button icon="credits" disabled={shown.length === 0} onClick={() => setCredited(shown)}>
              {t('library.credits.command')}
            </Button>
            <Button icon="disk" onClick={() => setIsMeasuring(true)}>
              {t('library.disk.command')}
            </Button>
          </>
        }
      />
      <Notices care={care} />
      <div className={styles.main}>
        {shown.length === 0 ? (
          <NothingFound text={text} name={tag ?? placeName ?? t(`library.filters.${filter}`)} />
        ) : (
          <LibraryGrid
            {...{ view, outdated, notes, order, hrefOf, onOpen }}
            models={shown}
            choice={kept}
            onSort={changeSort}
            onChoose={setChoice}
            onRemove={() => chosen.length > 0 && commands.remove(chosen)}
            onMenu={openMenu}
            onDrag={drag}
          />
        )}
        {chosen.length > 0 && (
          <LibraryPanel
            {...{ isBusy, hrefOf, renderSend }}
            notes={props.notes}
            models={chosen}
            {...{ places, programs }}
            onOpenFile={(guid, relativePath, program) => void open(guid, relativePath, program)}
            onDrag={onDrag}
            commands={listCommands(chosen, outdated, commands)}
            onReveal={(guid, relativePath) => void reveal(guid, relativePath)}
            onClose={() => setChoice({ ...nothingChosen, active: kept.active })}
          />
        )}
      </div>
      {menu !== null && (
        <Menu
          label={t('library.menu')}
          items={listCommands(menu.models, outdated, commands)}
          place={menu.place}
          onClose={() => setMenu(null)}
        />
      )}
      {credited.length > 0 && (
        <CreditsDialog models={credited} onSave={onSave} onClose={() => setCredited([])} />
      )}
      {isMeasuring && (
        <DiskUseDialog
          {...{ models, current }}
          onRemove={({ wishes }) => remove(wishes)}
          onClose={() => setIsMeasuring(false)}
        />
      )}
      {updated.length > 0 && renderUpdate(updated, () => setUpdated([]))}
    </>
  );
}

function Notices({ care }: { readonly care: LibraryContentProps['care'] }) {
  return (
    <div className={styles.notices}>
      <CareNotice store={care} />
    </div>
  );
}

function NothingFound({ text, name }: { readonly text: string; readonly name: string }) {
  const words = text.trim();
  if (words === '') return <StatePanel icon="check" title={t('library.noneOf', { name })} />;
  return (
    <StatePanel icon="search" title={t('library.noneMatches', { words })}>
      <p>{t('library.noneMatchesHint')}</p>
    </StatePanel>
  );
}
