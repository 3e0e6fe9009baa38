import { useState } from 'react';
import type { CheckedModel, Project } from '../../../server/contract/projects.ts';
import { toAllowance } from '../../../server/shared/licence-terms.ts';
import type { MenuItem } from '../../components/forms/menu.tsx';
import { MenuButton } from '../../components/forms/menu-button.tsx';
import { type Column, DataTable } from '../../components/lists/data-table.tsx';
import { Pager } from '../../components/lists/pager.tsx';
import { SmallPoster } from '../../components/poster.tsx';
import { Said } from '../../components/said.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { hasPrices } from '../../lib/has-prices.ts';
import { t } from '../../text/text.ts';
import type { ProjectStore } from './project-store.ts';
import styles from './projects.module.css';

type ProjectModelsProps = {
  readonly models: readonly CheckedModel[];
  readonly store: ProjectStore;
  readonly project: Project;
  readonly hrefOf: (guid: string) => string;
  readonly isBusy: boolean;
};

const pageSize = 100;

/** The models of a project; those with problems come first. */
export function ProjectModels({ models, store, project, hrefOf, isBusy }: ProjectModelsProps) {
  const [offset, setOffset] = useState(0);
  if (models.length === 0) return null;
  const first = Math.min(offset, Math.floor((models.length - 1) / pageSize) * pageSize);
  const rows = models.slice(first, first + pageSize);
  const title = t('projects.models');
  const columns: readonly Column<CheckedModel>[] = [
    { label: t('projects.model'), cell: (model) => <Model {...{ model, hrefOf }} /> },
    { label: t('projects.licence'), cell: (model) => <Licence {...model} /> },
    { label: t('projects.version'), kind: 'short', cell: describeVersion },
    { label: t('projects.use'), cell: (model) => <Use {...model} /> },
    { label: t('projects.state'), cell: (model) => <State {...model} /> },
  ];
  const actions: Column<CheckedModel> = {
    label: t('common.actions'),
    kind: 'actions',
    cell: (model) => (
      <MenuButton
        icon="more"
        label={t('projects.moreOf', { title: model.title })}
        disabled={isBusy}
        listItems={() => listChanges(model, project, store)}
      />
    ),
  };
  return (
    <section className="stack gap-3 one-column" aria-label={title} aria-busy={isBusy}>
      <DataTable
        label={title}
        columns={project.mayChange ? [...columns, actions] : columns}
        rows={rows}
        keyOf={({ guid }) => guid}
      />
      <Pager
        count={rows.length}
        total={models.length}
        offset={first}
        go={setOffset}
        {...{ title, pageSize }}
      />
    </section>
  );
}

function listChanges({ guid, license, problems }: CheckedModel, { allows }: Project, store: ProjectStore) {
  const { change } = store.getState();
  const isUnknown = problems.some(({ rule }) => rule === 'unknown');
  const allowance = toAllowance({ guid, license });
  const isNamed = allowance === license;
  const allow: MenuItem = {
    label: isNamed ? t('projects.allow', { licence: license }) : t('projects.allowModel'),
    icon: 'check',
    onChoose: () => void change({ allows: [...allows, allowance] }),
  };
  const remove: MenuItem = {
    ...{ label: t('projects.remove'), icon: 'remove', isGrave: true },
    onChoose: () => void change({ remove: [guid] }),
  };
  return isUnknown ? [allow, remove] : [remove];
}

function Model({
  model,
  hrefOf,
}: {
  readonly model: CheckedModel;
  readonly hrefOf: (guid: string) => string;
}) {
  const { guid, title, pageUrl } = model;
  return (
    <div className={`row middle gap-3 ${styles.model}`}>
      <div className={styles.picture}>
        <SmallPoster guid={guid} />
      </div>
      {pageUrl === null ? <span>{title}</span> : <a href={hrefOf(guid)}>{title}</a>}
    </div>
  );
}

function Licence({ license, licenseUrl, attribution }: CheckedModel) {
  return (
    <div>
      {licenseUrl === null ? license : <a href={licenseUrl}>{license}</a>}
      {attribution !== null && <div className="quiet small">{attribution}</div>}
    </div>
  );
}

function describeVersion({ version, newestVersion, isOutdated }: CheckedModel): string {
  const used = version === null ? '' : String(version);
  return isOutdated ? `${used} → ${newestVersion}` : used;
}

function Use({ people, scenes, priceUsd, unlocked }: CheckedModel) {
  return (
    <div>
      <span title={scenes.join('\n')}>{t('projects.people', { count: people })}</span>
      {hasPrices() && priceUsd > 0 && (
        <div className="quiet small">
          {t('projects.price', { price: formatUsd(priceUsd), unlocked: formatCount(unlocked) })}
        </div>
      )}
    </div>
  );
}

function State({ problems, isEdited, isOutdated }: CheckedModel) {
  return (
    <div className="stack gap-1">
      {problems.map(({ rule, isBreach, message, sentence, next }) => (
        <div key={rule}>
          <span className={isBreach ? 'bad' : 'warn'}>
            <Said>{sentence ?? message}</Said>
          </span>
          <div className="quiet small">
            <Said>{next}</Said>
          </div>
        </div>
      ))}
      {isEdited && <span>{t('projects.edited')}</span>}
      {isOutdated && <span>{t('projects.outdated')}</span>}
      {problems.length === 0 && !isEdited && !isOutdated && (
        <span className="quiet">{t('projects.fine')}</span>
      )}
    </div>
  );
}
