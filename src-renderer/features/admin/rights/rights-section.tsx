import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { joinClasses } from '../../../lib/join-classes.ts';
import { t } from '../../../text/text.ts';
import styles from '../admin.module.css';
import type { AdminApi } from '../admin-api.ts';
import { createRightsStore, type GroupLine, kinds, type RightsStore } from './rights-store.ts';

const mays = ['see', 'download', 'edit'] as const;

/** Groups of users, and what only they may see, download or edit. */
export function RightsSection({ api }: { readonly api: AdminApi }) {
  const [store] = useState(() => createRightsStore(api));
  const { groups, error, outcome, isSaving, load, save } = usePicked(
    store,
    'groups',
    'error',
    'outcome',
    'isSaving',
    'load',
    'save',
  );
  useEffect(() => void load(), [load]);
  return (
    <section
      className="stack gap-5 one-column"
      aria-label={t('admin.sections.rights')}
      aria-busy={groups === null}
    >
      <p className="quiet">{t('admin.rights.hint')}</p>
      {error !== null && <ErrorNotice error={error} onRetry={() => void load()} />}
      {groups === null && error === null && <p role="status">{t('common.loading')}</p>}
      {groups !== null && (
        <>
          <Groups store={store} groups={groups} />
          <Rights store={store} groups={groups} />
          {outcome === 'saved' && <Notice tone="good">{t('admin.rights.saved')}</Notice>}
          {outcome === 'changed-meanwhile' && (
            <Notice tone="bad">{t('admin.rights.changedMeanwhile')}</Notice>
          )}
          <div className="row wrap middle gap-3">
            <Button variant="primary" disabled={isSaving} onClick={() => void save()}>
              {t('admin.rights.save')}
            </Button>
            <Button disabled={isSaving} onClick={() => void load()}>
              {t('admin.rights.discard')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

type LinesProps<L> = {
  readonly legend: string;
  /** Shown if the list is empty. */
  readonly none: string;
  readonly lines: readonly L[];
  readonly nameOf: (line: L) => string;
  /** Initial content of a new line; null if none can be added yet. */
  readonly first: L | null;
  readonly add: string;
  readonly onChange: (lines: readonly L[]) => void;
  readonly children: (line: L, put: (part: Partial<L>) => void) => ReactNode;
};

/** A list whose lines are edited in place. The focus moves to a new line, and below a removed one. */
function Lines<L>({ legend, none, lines, nameOf, first, add, onChange, children }: LinesProps<L>) {
  const list = useRef<HTMLFieldSetElement>(null);
  const change = (wanted: readonly L[], focused: string) => {
    flushSync(() => onChange(wanted));
    list.current?.querySelector<HTMLElement>(focused)?.focus();
  };
  return (
    <fieldset ref={list} className={joinClasses('stack gap-3', styles.edited)}>
      <legend>{legend}</legend>
      {lines.length === 0 && <p className="quiet">{none}</p>}
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name while they are typed
        <fieldset key={at} className={styles.line} aria-label={nameOf(line)}>
          {children(line, (part) =>
            onChange(lines.map((one, index) => (index === at ? { ...one, ...part } : one))),
          )}
          <Button onClick={() => change(lines.toSpliced(at, 1), '[data-add]')}>
            {t('admin.rights.remove')}
          </Button>
        </fieldset>
      ))}
      <div>
        <Button
          data-add
          disabled={first === null}
          onClick={() =>
            first && change([...lines, first], ':scope > fieldset:last-of-type :is(input, select)')
          }
        >
          {add}
        </Button>
      </div>
    </fieldset>
  );
}

type OfGroups = { readonly store: RightsStore; readonly groups: readonly GroupLine[] };

const Groups = ({ store, groups }: OfGroups) => (
  <Lines
    legend={t('admin.rights.groups')}
    none={t('admin.rights.noGroups')}
    lines={groups}
    nameOf={({ name }) => name}
    first={{ name: '', members: '', fromCompany: 0 }}
    add={t('admin.rights.addGroup')}
    onChange={store.getState().setGroups}
  >
    {({ name, members, fromCompany }, put) => (
      <>
        <TextField
          label={t('admin.rights.group')}
          value={name}
          onChange={(event) => put({ name: event.target.value })}
        />
        <TextField
          label={t('admin.rights.members')}
          value={members}
          onChange={(event) => put({ members: event.target.value })}
        />
        {fromCompany > 0 && (
          <p className="faint small">{t('admin.rights.fromCompany', { count: fromCompany })}</p>
        )}
      </>
    )}
  </Lines>
);

function Rights({ store, groups }: OfGroups) {
  const { rights, collections } = usePicked(store, 'rights', 'collections');
  const [firstGroup] = groups;
  return (
    <Lines
      legend={t('admin.rights.rights')}
      none={t('admin.rights.none')}
      lines={rights}
      nameOf={({ target, group }) => `${target}, ${group}`}
      first={
        firstGroup
          ? { kind: 'root', target: '', group: firstGroup.name, may: 'download', models: null }
          : null
      }
      add={t('admin.rights.addRight')}
      onChange={store.getState().setRights}
    >
      {({ kind, target, group, may, models }, put) => (
        <>
          <SelectField
            label={t('admin.rights.what')}
            value={kind}
            options={kinds.map((one) => [one, t(`admin.rights.kinds.${one}`)])}
            onChoose={(next) => put({ kind: next, target: '', models: null })}
          />
          {kind === 'collection' ? (
            <SelectField
              label={t('admin.rights.target')}
              value={target}
              options={[['', '…'], ...collections.map(({ id, name }) => [id, name] as const)]}
              onChoose={(next) => put({ target: next, models: null })}
            />
          ) : (
            <TextField
              label={t('admin.rights.target')}
              value={target}
              onChange={(event) => put({ target: event.target.value, models: null })}
            />
          )}
          <SelectField
            label={t('admin.rights.group')}
            value={group}
            options={[...new Set([...groups.map(({ name }) => name), group])].map((name) => [name, name])}
            onChoose={(next) => put({ group: next })}
          />
          <SelectField
            label={t('admin.rights.may')}
            value={may}
            options={mays.map((one) => [one, t(`admin.rights.mays.${one}`)])}
            onChoose={(next) => put({ may: next })}
          />
          {models !== null && (
            <p className={models === 0 ? 'small' : 'faint small'}>
              {t('admin.rights.models', { count: models })}
            </p>
          )}
        </>
      )}
    </Lines>
  );
}
