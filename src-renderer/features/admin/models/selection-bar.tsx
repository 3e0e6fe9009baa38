import { useStore } from 'zustand';
import type { OutputOf } from '../../../../server/contract/index.ts';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/forms/confirm-dialog.tsx';
import { Tick } from '../../../components/forms/tick.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import type { AdminApi } from '../admin-api.ts';
import {
  countUntouched,
  describeKept,
  EditModelsDialog,
  type ModelsEdit,
} from '../library/edit-models-dialog.tsx';
import { ModelHistory } from './model-history.tsx';
import { ModelVersions } from './model-versions.tsx';
import own from './models.module.css';
import { type AdminModel, type Choice, countChosen, type ModelsStore, type Outcome } from './models-store.ts';

export type Task = 'edit' | 'hide' | 'history' | 'versions';
type SelectionBarProps = {
  readonly api: AdminApi;
  readonly store: ModelsStore;
  readonly task: Task | null;
  readonly onTask: (task: Task | null) => void;
};

/** The selection and its actions; stays in view while the list scrolls. */
export function SelectionBar({ api, store, task, onTask: setTask }: SelectionBarProps) {
  const { answer, chosen, isAllChosen, progress, change } = usePicked(
    store,
    'answer',
    'chosen',
    'isAllChosen',
    'progress',
    'change',
  );
  const { choosePage, chooseAll, clear, load } = store.getState();
  const count = useStore(store, countChosen);
  if (answer === null || answer.models.length === 0) return null;
  const here = answer.models.filter(({ guid }) => isAllChosen || chosen.has(guid));
  const isWholePage = here.length === answer.models.length;
  const isNone = count === 0 || progress !== null;
  const areHidden = here.length > 0 && here.every(({ state: its }) => its === 'hidden');
  const [only] = here;
  return (
    <div className={own.bar} data-chosen={count > 0}>
      <div className="row wrap middle gap-3" role="toolbar" aria-label={t('admin.models.actions')}>
        <Tick
          isOn={isWholePage}
          ref={(input) => {
            if (input) input.indeterminate = !isWholePage && here.length > 0;
          }}
          onTurn={choosePage}
        >
          {t('admin.library.selectAll')}
        </Tick>
        <Button variant="primary" disabled={isNone} onClick={() => setTask('edit')}>
          {t('admin.models.edit')}
        </Button>
        {areHidden ? (
          <Button disabled={isNone} onClick={() => void change((choice) => show(api, choice))}>
            {t('admin.models.showAgain')}
          </Button>
        ) : (
          <Button disabled={isNone} onClick={() => setTask('hide')}>
            {t('admin.models.hide')}
          </Button>
        )}
        <Button disabled={isNone} onClick={() => void change((choice) => redraw(api, choice))}>
          {t('admin.models.posters')}
        </Button>
        <Button disabled={isNone} onClick={() => void change((choice) => remake(api, choice))}>
          {t('admin.models.levels')}
        </Button>
        <Button disabled={isNone || count !== 1} onClick={() => setTask('history')}>
          {t('admin.models.history')}
        </Button>
        <Button disabled={isNone || count !== 1} onClick={() => setTask('versions')}>
          {t('admin.models.versions.title')}
        </Button>
      </div>
      <div className="row wrap middle gap-3">
        <span className="quiet" role="status">
          {count > 0 ? t('admin.models.chosen', { count }) : t('admin.models.found', { count: answer.total })}
        </span>
        {isWholePage && !isAllChosen && answer.total > answer.models.length && (
          <Button variant="quiet" onClick={chooseAll}>
            {t('admin.models.selectAllMatching', { count: answer.total })}
          </Button>
        )}
        {count > 0 && (
          <Button variant="quiet" onClick={clear}>
            {t('admin.models.clear')}
          </Button>
        )}
      </div>
      {task === 'edit' && (
        <EditModelsDialog
          count={count}
          models={here}
          categories={answer.categories.map(({ name }) => name)}
          onClose={() => setTask(null)}
          onSave={async (said) => void change((choice) => edit(api, choice, said))}
        />
      )}
      {task === 'hide' && (
        <ConfirmDialog
          title={t('admin.models.hideTitle', { count })}
          action={t('admin.models.hideConfirm', { count })}
          onClose={() => setTask(null)}
          onConfirm={async () => void change((choice) => hide(api, choice))}
        >
          <p>{t('admin.models.hideHint')}</p>
        </ConfirmDialog>
      )}
      {task === 'versions' && only && (
        <ModelVersions
          api={api}
          guid={only.guid}
          title={only.title}
          onDeleted={() => {
            setTask(null);
            clear();
            void load();
          }}
          onClose={() => setTask(null)}
        />
      )}
      {task === 'history' && only && <History api={api} model={only} onClose={() => setTask(null)} />}
    </div>
  );
}

type HistoryProps = { readonly api: AdminApi; readonly model: AdminModel; readonly onClose: () => void };
const History = ({ api, model, onClose }: HistoryProps) => (
  <ModelHistory api={api} guid={model.guid} title={model.title} onClose={onClose} />
);

type Before = OutputOf<'adminEditModels'>['before'];

async function edit(api: AdminApi, choice: Choice, said: ModelsEdit): Promise<Outcome> {
  const { models, kept, before } = await api.call('adminEditModels', { ...choice, ...said });
  const note = describeKept(kept);
  const count = models - countUntouched(kept, said);
  const text = t('admin.models.edited', { count });
  const outcome = { text: note === null ? text : count === 0 ? note : `${text}. ${note}` };
  return before.length === 0 || before.length > mostEdits
    ? outcome
    : { ...outcome, undo: () => takeBack(api, before) };
}

/** The most edits that can be undone, as each is a request of its own. */
const mostEdits = 40;

async function takeBack(api: AdminApi, before: Before): Promise<string> {
  for (const one of before) await api.call('adminEditModels', one);
  return t('admin.models.takenBack', { count: before.flatMap(({ guids }) => guids).length });
}

async function setHidden(api: AdminApi, choice: Choice, isHidden: boolean) {
  const { models, guids } = await api.call('adminHideModels', { ...choice, isHidden });
  const text = isHidden
    ? t('admin.models.hidden', { count: models })
    : t('admin.models.shown', { count: models });
  return { text, guids };
}

async function hide(api: AdminApi, choice: Choice): Promise<Outcome> {
  const { text, guids } = await setHidden(api, choice, true);
  if (guids.length === 0 || guids.length > mostToUndo) return { text };
  return { text, undo: async () => (await setHidden(api, { guids }, false)).text };
}

const mostToUndo = 1000;

const show = async (api: AdminApi, choice: Choice): Promise<Outcome> => {
  const { text } = await setHidden(api, choice, false);
  return { text };
};

async function redraw(api: AdminApi, choice: Choice): Promise<Outcome> {
  const { models } = await api.call('adminRedrawPosters', choice);
  return { text: t('admin.models.postersStarted', { count: models }) };
}

async function remake(api: AdminApi, choice: Choice): Promise<Outcome> {
  const { models } = await api.call('adminRemakeLevels', choice);
  return { text: t('admin.models.levelsStarted', { count: models }) };
}
