import { useEffect, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import styles from '../admin.module.css';
import type { AdminApi } from '../admin-api.ts';
import {
  createRightsStore,
  type GroupLine,
  kinds,
  type RightLine,
  type RightsStore,
} from './rights-store.ts';

const mays = ['see', 'download', 'edit'] as const;

/** Groups of people, and what only some of them may see, download or edit. */
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
  useEffect(() => {
    void load();
  }, [load]);
  return (
    <section className="stack gap-4" aria-label={t('admin.sections.rights')} aria-busy={groups === null}>
      <p className="quiet">{t('admin.rights.hint')}</p>
      {error !== null && <ErrorNotice error={error} onRetry={() => void load()} />}
      {groups !== null && (
        <>
          <Groups store={store} groups={groups} />
          <Rights store={store} groups={groups} />
          {outcome === 'saved' && <Notice tone="good">{t('admin.rights.saved')}</Notice>}
          {outcome === 'changed-meanwhile' && (
            <Notice tone="bad">{t('admin.rights.changedMeanwhile')}</Notice>
          )}
          <div className={styles.tools}>
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

type Lines<L> = { readonly lines: readonly L[]; readonly onChange: (lines: readonly L[]) => void };
/** Changes one line of a list, or leaves it out. */
const editing = <L,>({ lines, onChange }: Lines<L>) => ({
  put: (at: number, part: Partial<L>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...part } : line))),
  drop: (at: number) => onChange(lines.filter((_, index) => index !== at)),
});

function Groups({ store, groups }: { readonly store: RightsStore; readonly groups: readonly GroupLine[] }) {
  const { setGroups } = store.getState();
  const { put, drop } = editing({ lines: groups, onChange: setGroups });
  return (
    <fieldset className="stack gap-2">
      <legend>{t('admin.rights.groups')}</legend>
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name while they are typed
        <div key={at} className={styles.tools}>
          <input
            className="input"
            aria-label={t('admin.rights.group')}
            value={group.name}
            onChange={(event) => put(at, { name: event.target.value })}
          />
          <input
            className="input"
            size={48}
            aria-label={t('admin.rights.members')}
            placeholder={t('admin.rights.members')}
            value={group.members}
            onChange={(event) => put(at, { members: event.target.value })}
          />
          {group.fromCompany > 0 && (
            <span className="faint small">{t('admin.rights.fromCompany', { count: group.fromCompany })}</span>
          )}
          <Button onClick={() => drop(at)}>{t('admin.rights.remove')}</Button>
        </div>
      ))}
      <div>
        <Button onClick={() => setGroups([...groups, { name: '', members: '', fromCompany: 0 }])}>
          {t('admin.rights.addGroup')}
        </Button>
      </div>
    </fieldset>
  );
}

function Rights({ store, groups }: { readonly store: RightsStore; readonly groups: readonly GroupLine[] }) {
  const { rights, collections } = usePicked(store, 'rights', 'collections');
  const { setRights } = store.getState();
  const { put, drop } = editing<RightLine>({ lines: rights, onChange: setRights });
  const [firstGroup] = groups;
  return (
    <fieldset className="stack gap-2">
      <legend>{t('admin.rights.rights')}</legend>
      {rights.length === 0 && <p className="quiet">{t('admin.rights.none')}</p>}
      {rights.map(({ kind, target, group, may }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name while they are typed
        <div key={at} className={styles.tools}>
          <Choice
            label={t('admin.rights.what')}
            value={kind}
            options={kinds.map((one) => [one, t(`admin.rights.kinds.${one}`)])}
            onChange={(next) => put(at, { kind: kinds.find((one) => one === next) ?? kind, target: '' })}
          />
          {kind === 'collection' ? (
            <Choice
              label={t('admin.rights.target')}
              value={target}
              options={[['', '…'], ...collections.map(({ id, name }) => [id, name] as const)]}
              onChange={(next) => put(at, { target: next })}
            />
          ) : (
            <input
              className="input"
              aria-label={t('admin.rights.target')}
              value={target}
              onChange={(event) => put(at, { target: event.target.value })}
            />
          )}
          <Choice
            label={t('admin.rights.group')}
            value={group}
            options={groups.map(({ name }) => [name, name])}
            onChange={(next) => put(at, { group: next })}
          />
          <Choice
            label={t('admin.rights.may')}
            value={may}
            options={mays.map((one) => [one, t(`admin.rights.mays.${one}`)])}
            onChange={(next) => put(at, { may: mays.find((one) => one === next) ?? may })}
          />
          <Button onClick={() => drop(at)}>{t('admin.rights.remove')}</Button>
        </div>
      ))}
      <div>
        <Button
          disabled={firstGroup === undefined}
          onClick={() =>
            setRights([
              ...rights,
              { kind: 'root', target: '', group: firstGroup?.name ?? '', may: 'download' },
            ])
          }
        >
          {t('admin.rights.addRight')}
        </Button>
      </div>
    </fieldset>
  );
}

type ChoiceProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
};

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <select
    className="input"
    aria-label={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  >
    {options.map(([one, text]) => (
      <option key={one} value={one}>
        {text}
      </option>
    ))}
  </select>
);
