import { type DragEvent, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { useAttempt } from '../../../components/forms/use-attempt.ts';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { t } from '../../../text/text.ts';
import type { CollectionsStore } from '../store/collections-store.ts';
import type { FavouritesStore } from '../store/favourites-store.ts';
import styles from './drop-tray.module.css';

type DropTrayProps = {
  /** The models being dragged; null if none are. */
  readonly dragged: readonly string[] | null;
  /** Moves it above another bar at the end of the grid. */
  readonly isRaised: boolean;
  readonly favourites: FavouritesStore;
  readonly collections: CollectionsStore;
};

type Target = {
  readonly key: string;
  readonly icon: IconName;
  readonly name: string;
  readonly guids: readonly string[];
  readonly add: (guids: readonly string[]) => Promise<void> | void;
  readonly remove: (guids: readonly string[]) => Promise<void> | void;
};
type Done = { readonly target: Target; readonly added: readonly string[] };

const toldFor = 8000;

/** The targets for dragged models, and briefly the result. */
export function DropTray({ dragged, isRaised, favourites, collections }: DropTrayProps) {
  const [done, setDone] = useState<Done | null>(null);
  const { error, attempt } = useAttempt();
  const targets = useTargets(favourites, collections);
  useEffect(() => {
    if (done === null) return;
    const ending = setTimeout(() => setDone(null), toldFor);
    return () => clearTimeout(ending);
  }, [done]);
  const put = (target: Target, guids: readonly string[]) =>
    void attempt(async () => {
      const added = guids.filter((guid) => !target.guids.includes(guid));
      if (added.length > 0) await target.add(added);
      setDone({ target, added });
    });
  const takeBack = ({ target, added }: Done) =>
    void attempt(async () => {
      await target.remove(added);
      setDone(null);
    });
  if (dragged !== null)
    return (
      <div className={styles.tray} data-raised={isRaised}>
        <span className={styles.title}>{t('browse.drop.title', { count: dragged.length })}</span>
        {targets.map((target) => (
          <DropTarget key={target.key} target={target} onDrop={() => put(target, dragged)} />
        ))}
      </div>
    );
  if (error !== null)
    return (
      <div className={styles.tray} data-raised={isRaised}>
        <ErrorNotice error={error} />
      </div>
    );
  if (done === null) return null;
  return (
    <div className={styles.tray} data-raised={isRaised}>
      <span role="status">{t('browse.drop.done', { count: done.added.length, name: done.target.name })}</span>
      {done.added.length > 0 && (
        <Button icon="undo" onClick={() => takeBack(done)}>
          {t('common.undo')}
        </Button>
      )}
    </div>
  );
}

function useTargets(favourites: FavouritesStore, collections: CollectionsStore): readonly Target[] {
  const marked = useStore(favourites, (state) => state.guids);
  const named = useStore(collections, (state) => state.collections);
  const { add, remove } = collections.getState();
  return [
    {
      ...{ key: '', icon: 'heart', name: t('browse.favourites.titlePlain'), guids: marked },
      add: favourites.getState().add,
      remove: (guids) => {
        for (const guid of guids) favourites.getState().toggle(guid);
      },
    },
    ...named.map(
      ({ id, name, guids }): Target => ({
        ...{ key: id, icon: 'collections', name, guids },
        add: (added) => add(id, added),
        remove: (added) => remove(id, added),
      }),
    ),
  ];
}

type DropTargetProps = { readonly target: Target; readonly onDrop: () => void };

function DropTarget({ target, onDrop }: DropTargetProps) {
  const [isOver, setIsOver] = useState(false);
  const allow = (event: DragEvent) => {
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setIsOver(false);
    onDrop();
  };
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.target}
      data-drop={target.name}
      data-over={isOver}
      onDragEnter={allow}
      onDragOver={allow}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Icon name={target.icon} size={15} />
      {target.name}
    </button>
  );
}
