import { useState } from 'react';
import { createStore } from 'zustand/vanilla';
import type { OutputOf } from '../../../../server/contract/index.ts';
import { Button } from '../../../components/button.tsx';
import { Tick } from '../../../components/forms/tick.tsx';
import { PagedList } from '../../../components/lists/paged-list.tsx';
import { Poster } from '../../../components/poster.tsx';
import { Said } from '../../../components/said.tsx';
import { createPagedRows } from '../../../data/paged-rows.ts';
import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import type { AdminApi } from '../admin-api.ts';
import own from './duplicates.module.css';

type Group = OutputOf<'adminDuplicates'>['groups'][number];
type Model = Group['models'][number];
type DuplicatesSectionProps = {
  readonly api: AdminApi;
  readonly hrefOfModel: (model: { readonly guid: string }) => string;
};

function createDuplicateRows(api: AdminApi) {
  const filter = createStore(() => ({ isDismissed: false }));
  const store = createPagedRows(10, async (page) => {
    const state = filter.getState().isDismissed ? 'dismissed' : 'open';
    const { groups: rows, total } = await api.call('adminDuplicates', { ...page, state });
    return { rows, total };
  });
  const choose = (isDismissed: boolean) => {
    filter.setState({ isDismissed });
    void store.getState().go(0);
  };
  return { filter, store, choose };
}

/** Models of the same shape, side by side; one click keeps one of them. */
export function DuplicatesSection({ api, hrefOfModel }: DuplicatesSectionProps) {
  const [{ filter, store, choose }] = useState(() => createDuplicateRows(api));
  const { isDismissed } = usePicked(filter, 'isDismissed');
  const keep = (kept: Model, { models }: Group) => {
    const guids = [kept, ...models.filter((model) => model !== kept)].map(({ guid }) => guid);
    void store.getState().change(() => api.call('adminJoinDuplicates', { guids }));
  };
  const move = (models: readonly Model[]) => {
    const wish = { guids: models.map(({ guid }) => guid), isDismissed: !isDismissed };
    void store.getState().change(() => api.call('adminDismissDuplicates', wish));
  };
  return (
    <PagedList
      store={store}
      title={t('admin.sections.duplicates')}
      hint={t('admin.duplicates.hint')}
      emptyText={t(isDismissed ? 'admin.duplicates.noneDismissed' : 'admin.duplicates.empty')}
      actions={
        <Tick isOn={isDismissed} onTurn={choose}>
          {t('admin.duplicates.dismissed')}
        </Tick>
      }
    >
      {(groups) =>
        groups.map((group) => (
          <div key={group.models[0]?.guid} className={`stack gap-2 ${own.group}`}>
            <div className="row wrap middle gap-3">
              <p>
                <span className="tag">{t(`admin.duplicates.kinds.${group.kind}`)}</span>{' '}
                <Said>{group.why}</Said>
              </p>
              <Button
                variant="quiet"
                aria-label={t(`admin.duplicates.${isDismissed ? 'againOf' : 'notSameOf'}`, {
                  titles: group.models.map(({ title }) => title).join(', '),
                })}
                onClick={() => move(group.models)}
              >
                {t(`admin.duplicates.${isDismissed ? 'again' : 'notSame'}`)}
              </Button>
            </div>
            <ul className={own.models}>
              {group.models.map((model) => (
                <li key={model.guid} className="stack gap-2 panel shrinkable">
                  <span className={own.poster}>
                    <Poster category={model.category} url={model.posterUrl} sketchUrl={model.sketchUrl} />
                  </span>
                  <a href={hrefOfModel(model)}>{model.title}</a>
                  <span className="faint small breakable">{model.folder}</span>
                  <span className="small">{describe(model)}</span>
                  <Button
                    aria-label={t('admin.duplicates.keepOf', { title: model.title, folder: model.folder })}
                    onClick={() => keep(model, group)}
                  >
                    {t('admin.duplicates.keep')}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        ))
      }
    </PagedList>
  );
}

const describe = ({ formats, triangles, license }: Model) =>
  [
    formats.map((format) => format.toUpperCase()).join(', '),
    triangles === null ? '' : t('admin.duplicates.triangles', { count: triangles }),
    license,
  ]
    .filter((part) => part !== '')
    .join(' · ');
