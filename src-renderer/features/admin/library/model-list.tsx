import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/forms/confirm-dialog.tsx';
import { Tick } from '../../../components/forms/tick.tsx';
import { type Column, DataTable } from '../../../components/lists/data-table.tsx';
import { Pager } from '../../../components/lists/pager.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { translateSentence } from '../../../errors/translate-sentence.ts';
import { t } from '../../../text/text.ts';
import type { AdminApi } from '../admin-api.ts';
import { describeKept, EditModelsDialog } from './edit-models-dialog.tsx';
import own from './library.module.css';
import { type LibraryAnswer, type LibraryModel, type LibraryStore, pageSize } from './library-store.ts';
import { modelColumns } from './model-columns.tsx';

type ModelListProps = {
  readonly api: AdminApi;
  readonly store: LibraryStore;
  readonly answer: LibraryAnswer;
};
type Task = 'edit' | 'merge' | 'split';

/** The models of the current folder, and actions on the selected ones. */
export function ModelList({ api, store, answer }: ModelListProps) {
  const { models, folders, leftOut, folder, offset, total } = answer;
  const { chosen, choose, load } = usePicked(store, 'chosen', 'choose', 'load');
  const [task, setTask] = useState<Task | null>(null);
  const selected = models.filter(({ guid }) => chosen.has(guid));
  if (models.length === 0) {
    if (folder !== '' || folders.length + leftOut.length > 0) return null;
    return <p className="empty-list">{t('admin.library.emptyLibrary')}</p>;
  }
  const columns: readonly Column<LibraryModel>[] = [
    {
      label: t('admin.library.name'),
      cell: ({ guid, title, scenes }) => (
        <div className={own.model}>
          <input
            type="checkbox"
            aria-label={t('admin.library.selectOf', { title })}
            checked={chosen.has(guid)}
            onChange={(event) => choose([guid], event.target.checked)}
          />
          <div>
            {title}
            <Files folder={folder} scenes={scenes} />
          </div>
        </div>
      ),
    },
    ...modelColumns(),
    {
      label: t('admin.library.state'),
      cell: ({ isWaiting, isHidden, edited }) => (
        <span className="row wrap middle gap-3">
          {isHidden && <span className="tag">{t('admin.models.states.hidden')}</span>}
          {isWaiting && <span className="tag">{t('admin.library.waiting')}</span>}
          {edited.length > 0 && <span className="tag">{t('admin.library.edited')}</span>}
        </span>
      ),
    },
  ];
  return (
    <>
      <h2>{t('admin.library.models')}</h2>
      <Tools api={api} store={store} models={models} selected={selected} onTask={setTask} />
      <DataTable
        label={t('admin.library.models')}
        columns={columns}
        rows={models}
        keyOf={({ guid }) => guid}
      />
      <Pager
        title={t('admin.library.models')}
        count={models.length}
        go={(to) => void load(to)}
        {...{ offset, total, pageSize }}
      />
      <TaskDialog api={api} store={store} task={task} selected={selected} onClose={() => setTask(null)} />
    </>
  );
}

const mostNames = 4;

function Files({ folder, scenes }: { readonly folder: string; readonly scenes: readonly string[] }) {
  const inside = scenes.map((scene) => (folder === '' ? scene : scene.slice(folder.length + 1)));
  const names = inside.slice(0, mostNames).join(', ');
  return <div className="faint small">{inside.length > mostNames ? `${names}, …` : names}</div>;
}

type ToolsProps = Omit<ModelListProps, 'answer'> & {
  readonly models: readonly LibraryModel[];
  readonly selected: readonly LibraryModel[];
  readonly onTask: (task: Task) => void;
};

function Tools({ api, store, models, selected, onTask }: ToolsProps) {
  const { isBusy, change, choose } = usePicked(store, 'isBusy', 'change', 'choose');
  const all = models.map(({ guid }) => guid);
  const guids = selected.map(({ guid }) => guid);
  const isNone = isBusy || selected.length === 0;
  const waiting = selected.filter(({ isWaiting }) => isWaiting).map(({ guid }) => guid);
  const publish = async () => {
    const { published } = await api.call('adminPublishModels', { guids: waiting });
    return t('admin.library.published', { count: published });
  };
  const writeProducts = async () => {
    const { written, left } = await api.call('adminWriteProducts', { guids });
    const reasons = left.map(({ title, reason, sentence }) =>
      t('admin.library.productsLeft', { title, reason: translateSentence(sentence ?? reason) }),
    );
    return [t('admin.library.productsWritten', { count: written.length }), ...reasons].join('. ');
  };
  return (
    <div className="row wrap middle gap-3" role="toolbar" aria-label={t('admin.library.actionsOfModels')}>
      <Tick isOn={selected.length === models.length} onTurn={(isOn) => choose(all, isOn)}>
        {t('admin.library.selectAll')}
      </Tick>
      <Button disabled={isNone} onClick={() => onTask('edit')}>
        {t('admin.library.edit')}
      </Button>
      <Button disabled={isBusy || selected.length < 2} onClick={() => onTask('merge')}>
        {t('admin.library.merge')}
      </Button>
      <Button
        disabled={isBusy || selected.length !== 1 || (selected[0]?.scenes.length ?? 0) < 2}
        onClick={() => onTask('split')}
      >
        {t('admin.library.split')}
      </Button>
      <Button disabled={isNone} onClick={() => void change(writeProducts)}>
        {t('admin.library.writeProducts')}
      </Button>
      {waiting.length > 0 && (
        <Button variant="primary" disabled={isBusy} onClick={() => void change(publish)}>
          {t('admin.library.publish')}
        </Button>
      )}
      <span className="quiet" role="status">
        {selected.length > 0 && t('admin.library.chosen', { count: selected.length })}
      </span>
    </div>
  );
}

type TaskDialogProps = Omit<ModelListProps, 'answer'> & {
  readonly task: Task | null;
  readonly selected: readonly LibraryModel[];
  readonly onClose: () => void;
};

function TaskDialog({ api, store, task, selected, onClose }: TaskDialogProps) {
  const [first] = selected;
  const { change } = store.getState();
  if (task === null || !first) return null;
  const guids = selected.map(({ guid }) => guid);
  if (task === 'edit')
    return (
      <EditModelsDialog
        count={selected.length}
        models={selected}
        onClose={onClose}
        onSave={async (edit) => {
          const { kept } = await api.call('adminEditModels', { guids, ...edit });
          void change(async () => describeKept(kept) ?? t('admin.library.saved'));
        }}
      />
    );
  const finish = (work: Promise<unknown>) =>
    work.then(() => void change(async () => t('admin.library.saved')));
  if (task === 'merge')
    return (
      <ConfirmDialog
        title={t('admin.library.mergeTitle', { count: selected.length })}
        action={t('admin.library.merge')}
        onClose={onClose}
        onConfirm={() => finish(api.call('adminMergeModels', { guids }))}
      >
        <p>{t('admin.library.mergeHint', { title: first.title })}</p>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      title={t('admin.library.splitTitle', { title: first.title })}
      action={t('admin.library.split')}
      onClose={onClose}
      onConfirm={() => finish(api.call('adminSplitModel', { guid: first.guid }))}
    >
      <p>{t('admin.library.splitHint', { count: first.scenes.length })}</p>
    </ConfirmDialog>
  );
}
