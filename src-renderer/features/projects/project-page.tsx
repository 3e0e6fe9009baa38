import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { projectRules } from '../../../server/contract/limits.ts';
import type { Project } from '../../../server/contract/projects.ts';
import { LinkButton } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { ConfirmDialog } from '../../components/forms/confirm-dialog.tsx';
import { MenuButton } from '../../components/forms/menu-button.tsx';
import { NameDialog } from '../../components/forms/name-dialog.tsx';
import { Tick } from '../../components/forms/tick.tsx';
import styles from '../../components/lists/list-page.module.css';
import { Notice } from '../../components/notice.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { t } from '../../text/text.ts';
import { ProjectModels } from './project-models.tsx';
import { createProjectStore, type ProjectApi, type ProjectStore } from './project-store.ts';

type ProjectPageProps = {
  readonly api: ProjectApi;
  readonly id: string;
  readonly allHref: string;
  readonly hrefOf: (guid: string) => string;
  readonly onCredits: (format: 'text' | 'markdown' | 'csv') => void;
  /** Called when the project is no longer visible. */
  readonly onGone: () => void;
};

/** What a project uses, and whether it may ship. */
export function ProjectPage(props: ProjectPageProps) {
  const { api, id, allHref, hrefOf, onGone } = props;
  const store = useMemo(() => createProjectStore(api, id), [api, id]);
  const { checked, error, isBusy } = usePicked(store, 'checked', 'error', 'isBusy');
  const { load } = store.getState();
  useEffect(() => void load(), [load]);
  if (checked === null)
    return error && <ErrorPanel isPage error={error} onRetry={() => void load()} onBack={onGone} />;
  const { project, models } = checked;
  return (
    <div className={styles.page}>
      <header className="stack gap-3">
        <div className="row middle gap-3">
          <LinkButton variant="quiet" icon="back" href={allHref}>
            {t('projects.title')}
          </LinkButton>
          <span className="grow" />
          {models.length > 0 && <Credits onCredits={props.onCredits} />}
          {project.mayChange && <Changes {...{ api, store, project, onGone }} />}
        </div>
        <h1 className="breakable" tabIndex={-1}>
          {project.name}
        </h1>
        <Verdict {...checked} />
        {error !== null && <ErrorNotice error={error} onRetry={() => void load()} />}
      </header>
      <Rules {...{ store, project, models, isBusy }} />
      <ProjectModels {...{ models, store, project, hrefOf, isBusy }} />
    </div>
  );
}

type Checked = NonNullable<ReturnType<ProjectStore['getState']>['checked']>;

function Verdict({ verdict, inTheWay, models }: Checked) {
  if (models.length === 0) return <Notice tone="info">{t('projects.empty')}</Notice>;
  return (
    <Notice tone={verdict === 'well' ? 'good' : 'warn'}>
      <strong>
        {verdict === 'well' ? t('projects.mayShip') : t('projects.inTheWay', { count: inTheWay })}
      </strong>
    </Notice>
  );
}

const creditsFormats = ['text', 'markdown', 'csv'] as const;

function Credits({ onCredits }: Pick<ProjectPageProps, 'onCredits'>) {
  const listItems = () =>
    creditsFormats.map((format) => ({
      ...{ label: t(`projects.credits.${format}`), icon: 'downloads' as const },
      onChoose: () => onCredits(format),
    }));
  return (
    <MenuButton variant="plain" icon="credits" label={t('projects.credits.title')} listItems={listItems}>
      {t('projects.credits.title')}
    </MenuButton>
  );
}

type ChangesProps = Pick<ProjectPageProps, 'api' | 'onGone'> & {
  readonly store: ProjectStore;
  readonly project: Project;
};

function Changes({ api, store, project: { id, name }, onGone }: ChangesProps) {
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const dialogs: Readonly<Record<'rename' | 'delete', ReactNode>> = {
    rename: (
      <NameDialog
        title={t('projects.rename')}
        action={t('projects.rename')}
        name={name}
        onName={(next) => store.getState().change({ name: next })}
        onClose={close}
      />
    ),
    delete: (
      <ConfirmDialog
        title={t('projects.deleteTitle', { name })}
        action={t('projects.delete')}
        onConfirm={async () => {
          await api.call('deleteProject', { projectId: id });
          onGone();
        }}
        onClose={close}
      >
        <p>{t('projects.deleteHint')}</p>
      </ConfirmDialog>
    ),
  };
  const listItems = () => [
    { label: t('projects.rename'), icon: 'edit' as const, onChoose: () => setDialog('rename') },
    {
      label: t('projects.delete'),
      icon: 'delete' as const,
      isGrave: true,
      onChoose: () => setDialog('delete'),
    },
  ];
  return (
    <>
      <MenuButton icon="more" label={t('projects.more')} listItems={listItems} />
      {dialog !== null && dialogs[dialog]}
    </>
  );
}

type RulesProps = Pick<Checked, 'project' | 'models'> & {
  readonly store: ProjectStore;
  readonly isBusy: boolean;
};

/** The forbidden licences, the exceptions, and who sees the project. */
function Rules({ store, project, models, isBusy }: RulesProps) {
  const { forbids, allows, isShared, mayChange } = project;
  const { change } = store.getState();
  const toggle = <T,>(list: readonly T[], one: T) =>
    list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
  const isDisabled = isBusy || !mayChange;
  const nameOf = (allowance: string) =>
    models.find(({ guid }) => allowance === `model:${guid}`)?.title ?? allowance;
  return (
    <div className="stack gap-3">
      <fieldset className="row wrap middle gap-4" disabled={isDisabled}>
        <legend className="quiet small">{t('projects.rules.title')}</legend>
        {projectRules.map((rule) => (
          <Tick
            key={rule}
            isOn={forbids.includes(rule)}
            onTurn={() => void change({ forbids: toggle(forbids, rule) })}
          >
            {t(`projects.rules.${rule}`)}
          </Tick>
        ))}
        {allows.map((licence) => (
          <Tick key={licence} isOn onTurn={() => void change({ allows: toggle(allows, licence) })}>
            {t('projects.rules.allowed', { licence: nameOf(licence) })}
          </Tick>
        ))}
      </fieldset>
      <fieldset disabled={isDisabled}>
        <Tick isOn={isShared} onTurn={(isOn) => void change({ isShared: isOn })}>
          {t('projects.rules.shared')}
        </Tick>
      </fieldset>
    </div>
  );
}
