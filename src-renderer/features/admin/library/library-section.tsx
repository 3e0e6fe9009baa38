import { useEffect, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { type Column, DataTable } from '../../../components/lists/data-table.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Said } from '../../../components/said.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { joinClasses } from '../../../lib/join-classes.ts';
import { t } from '../../../text/text.ts';
import type { AdminApi } from '../admin-api.ts';
import { FolderRules } from './folder-rules.tsx';
import { FolderTable } from './folder-table.tsx';
import { IgnoreButton } from './ignore-button.tsx';
import { LevelFormats } from './level-formats.tsx';
import own from './library.module.css';
import { createLibraryStore, type LibraryAnswer, type LibraryStore } from './library-store.ts';
import { ModelList } from './model-list.tsx';
import { ScanStatus } from './scan-status.tsx';

type LibrarySectionProps = {
  readonly api: AdminApi;
  /** Relative to the library; empty for the library itself. */
  readonly folder: string;
  readonly hrefOf: (folder: string) => string;
};

export function LibrarySection({ api, folder, hrefOf }: LibrarySectionProps) {
  const [store] = useState(() => createLibraryStore(api, folder));
  const { answer, error, note, isBusy, load } = usePicked(store, 'answer', 'error', 'note', 'isBusy', 'load');
  useEffect(() => void load(), [load]);
  return (
    <section
      className={joinClasses('stack gap-4 one-column', own.section)}
      aria-busy={isBusy || answer === null}
    >
      {answer === null && error === null && <p role="status">{t('common.loading')}</p>}
      {folder === '' && <ScanStatus api={api} onScanned={() => void load()} />}
      {answer !== null && <Summary answer={answer} api={api} store={store} />}
      <Way folder={folder} hrefOf={hrefOf} />
      {error !== null && <ErrorNotice error={error} onRetry={() => void load()} />}
      {note !== '' && <Notice tone="good">{note}</Notice>}
      {answer !== null && (
        <>
          <FolderRules key={`${answer.borders} ${answer.template}`} {...{ api, store, answer }} />
          <FolderTable {...{ api, store, answer, hrefOf }} />
          <ModelList {...{ api, store, answer }} />
          <LeftOut answer={answer} api={api} store={store} />
        </>
      )}
    </section>
  );
}

type PartProps = { readonly api: AdminApi; readonly store: LibraryStore; readonly answer: LibraryAnswer };

function Summary({ answer, api, store }: PartProps) {
  const { totals, mode, folder, levels } = answer;
  const { isBusy, change } = usePicked(store, 'isBusy', 'change');
  const summary = t('admin.library.summary', {
    models: t('admin.library.modelsCount', { count: totals.models }),
    folders: t('admin.library.foldersCount', { count: totals.folders }),
  });
  const more = t('admin.library.leftOutCount', { count: totals.leftOut });
  const publishAll = async () => {
    const { published } = await api.call('adminPublishModels', {});
    return t('admin.library.published', { count: published });
  };
  return (
    <>
      <p className={own.summary}>{t('admin.library.conjunction', { summary, more })}</p>
      {mode === 'off' && <Notice tone="info">{t('admin.library.off')}</Notice>}
      {mode !== 'off' && folder === '' && <Mode answer={answer} api={api} store={store} />}
      {levels !== null && folder === '' && <LevelFormats levels={levels} api={api} store={store} />}
      {totals.waiting > 0 && (
        <Notice tone="info">
          <div className="row wrap middle gap-3">
            {t('admin.library.waitingCount', { count: totals.waiting })}
            <Button variant="primary" disabled={isBusy} onClick={() => void change(publishAll)}>
              {t('admin.library.publishAll')}
            </Button>
          </div>
        </Notice>
      )}
    </>
  );
}

/** Chooses whether new models are published at once. */
function Mode({ answer: { mode, isModeFixed }, api, store }: PartProps) {
  const { isBusy, change } = usePicked(store, 'isBusy', 'change');
  const choose = (isReviewing: boolean) =>
    change(async () => {
      await api.call('adminSetReview', { isReviewing });
      return t('admin.library.saved');
    });
  return (
    <SelectField
      label={t('admin.library.mode')}
      hint={t(isModeFixed ? 'admin.library.modeFixed' : 'admin.library.modeHint')}
      value={mode}
      disabled={isBusy || isModeFixed}
      options={(['auto', 'review'] as const).map((one) => [one, t(`admin.library.modes.${one}`)])}
      onChoose={(chosen) => void choose(chosen === 'review')}
    />
  );
}

function Way({ folder, hrefOf }: Pick<LibrarySectionProps, 'folder' | 'hrefOf'>) {
  if (folder === '') return null;
  const parts = folder.split('/');
  const steps = parts.map((name, index) => ({ name, place: parts.slice(0, index + 1).join('/') }));
  const all = [{ name: t('admin.library.root'), place: '' }, ...steps];
  return (
    <nav aria-label={t('admin.library.path')}>
      <ol className={own.way}>
        {all.map(({ name, place }) => (
          <li key={place}>
            {place === folder ? <span aria-current="page">{name}</span> : <a href={hrefOf(place)}>{name}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

type LeftOutFile = LibraryAnswer['leftOut'][number];
const nameOf = (place: string) => place.slice(place.lastIndexOf('/') + 1);

const leftOutColumns = (actions: Column<LeftOutFile>): readonly Column<LeftOutFile>[] => [
  {
    label: t('admin.library.name'),
    cell: ({ place }) => <span className={joinClasses('small mono', own.name)}>{nameOf(place)}</span>,
  },
  { label: t('admin.library.reason'), cell: ({ reason, sentence }) => <Said>{sentence ?? reason}</Said> },
  actions,
];

function LeftOut({ answer: { leftOut, ignored }, api, store }: PartProps) {
  const actions: Column<LeftOutFile> = {
    label: t('common.actions'),
    kind: 'actions',
    cell: ({ place }) => <IgnoreButton {...{ api, store, place }} name={nameOf(place)} isIgnored={false} />,
  };
  return (
    <>
      {leftOut.length > 0 && (
        <>
          <h2>{t('admin.library.leftOut')}</h2>
          <DataTable
            label={t('admin.library.leftOut')}
            columns={leftOutColumns(actions)}
            rows={leftOut}
            keyOf={({ kind, place }) => `${kind} ${place}`}
          />
        </>
      )}
      {ignored.length > 0 && (
        <>
          <h2>{t('admin.library.ignored')}</h2>
          <ul className="stack gap-2">
            {ignored.map((place) => (
              <li key={place} className="row wrap middle gap-3">
                <span className="small mono">{nameOf(place)}</span>
                <IgnoreButton {...{ api, store, place }} name={nameOf(place)} isIgnored />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
