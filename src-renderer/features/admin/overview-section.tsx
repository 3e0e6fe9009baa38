import { Fragment, useState } from 'react';
import type { OutputOf } from '../../../server/contract/index.ts';
import { textOf } from '../../../server/contract/sentence.ts';
import { PagedList } from '../../components/lists/paged-list.tsx';
import { Notice } from '../../components/notice.tsx';
import { Said } from '../../components/said.tsx';
import { createWholeRows } from '../../data/paged-rows.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatCount } from '../../lib/format-count.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { formatRelativeTime } from '../../lib/format-relative-time.ts';
import { hasPrices } from '../../lib/has-prices.ts';
import { admin as english } from '../../text/en/admin/admin.ts';
import { t } from '../../text/text.ts';
import styles from './admin.module.css';
import type { AdminApi } from './admin-api.ts';
import type { HrefOfSection } from './admin-sections.ts';
import { addJobs, describeJob } from './describe-job.ts';
import { FirstDay, type ServerState } from './first-day.tsx';
import { PostersSection } from './posters-section.tsx';

type Status = OutputOf<'adminStatus'>;

type OverviewSectionProps = { readonly api: AdminApi; readonly hrefOf: HrefOfSection };

async function readState(api: AdminApi): Promise<ServerState> {
  const status = await api.call('adminStatus');
  const isBackupPossible = status.lastBackupAt === null && (await api.call('adminBackups')).isPossible;
  return { status, isBackupPossible };
}

/** The state of the server; the list's only row is its status. */
export function OverviewSection({ api, hrefOf }: OverviewSectionProps) {
  const [store] = useState(() => createWholeRows(async () => [await readState(api)]));
  return (
    <>
      <PagedList store={store} title={t('admin.server.title')} isTitleHidden emptyText="">
        {(rows) =>
          rows.map((state) => (
            <Fragment key={state.status.startedAt}>
              <FirstDay state={state} hrefOf={hrefOf} />
              <Facts status={state.status} hrefOf={hrefOf} />
            </Fragment>
          ))
        }
      </PagedList>
      <PostersSection api={api} />
    </>
  );
}

const { roles } = english.server;
const isRole = (role: string): role is keyof typeof roles => Object.hasOwn(roles, role);
const describeRole = (role: string) => (isRole(role) ? t(`admin.server.roles.${role}`) : role);

const describeAccounts = ({ accounts, disabledAccounts }: Status) =>
  disabledAccounts === 0
    ? formatCount(accounts)
    : t('admin.server.accountsWithDisabled', { count: accounts, disabled: disabledAccounts });

const describeLibrary = ({ isReady, done, total }: Status['library']) =>
  isReady ? t('admin.server.libraryReady') : t('admin.server.libraryReading', { done, total });

const groups = ['catalogue', 'work', 'people', 'server'] as const;
type Group = (typeof groups)[number];
type Fact = readonly [name: string, value: string, href: string | null];

/** Omits facts with a count of zero. */
const any = (count: number, fact: Fact): readonly Fact[] => (count === 0 ? [] : [fact]);
const lackOf = { poster: 'poster', level: 'levels' } as const;

type FactsProps = { readonly status: Status; readonly hrefOf: HrefOfSection };

function Facts({ status, hrefOf }: FactsProps) {
  const { library, hosts, jobs } = status;
  const work = { ...jobs, rest: addJobs([jobs.asset, jobs.colour, jobs.shape, jobs.embedding]) };
  const facts: Readonly<Record<Group, readonly Fact[]>> = {
    catalogue: [
      [t('admin.server.models'), formatCount(status.models), hrefOf('models')],
      [
        t('admin.server.files'),
        `${formatCount(status.files)} · ${formatBytes(status.filesBytes)}`,
        hrefOf('server'),
      ],
      ...any(status.problems, [t('admin.server.problems'), formatCount(status.problems), hrefOf('problems')]),
    ],
    work: [
      [t('admin.server.library'), describeLibrary(library), hrefOf('library')],
      ...(['poster', 'level', 'rest'] as const).flatMap((kind) =>
        any(work[kind].waiting + work[kind].failed, [
          t(`admin.server.jobs.${kind}`),
          describeJob(work[kind]),
          kind === 'rest' ? null : hrefOf('models', `lacks=${lackOf[kind]}`),
        ]),
      ),
      ...any(hosts.length, [t('admin.server.hosts.title'), formatCount(hosts.length), hrefOf('hosts')]),
    ],
    people: [
      [t('admin.server.accounts'), describeAccounts(status), hrefOf('people')],
      [
        t('admin.server.registration'),
        t(`admin.server.registrations.${status.registration}`),
        hrefOf('invitations'),
      ],
      ...(hasPrices()
        ? ([
            ...any(status.unlocks, [
              t('admin.server.unlocks'),
              formatCount(status.unlocks),
              hrefOf('server'),
            ]),
            [t('admin.server.balances'), formatUsd(status.balancesUsd), hrefOf('people')],
          ] as const)
        : []),
    ],
    server: [
      [t('admin.server.database'), formatBytes(status.databaseBytes), null],
      ...(status.role === 'all' ? [] : [[t('admin.server.role'), describeRole(status.role), null] as const]),
      [
        t('admin.server.lastBackup'),
        status.lastBackupAt === null
          ? t('admin.server.neverBackedUp')
          : formatRelativeTime(status.lastBackupAt, Date.now()),
        hrefOf('backups'),
      ],
      [t('admin.server.startedAt'), formatRelativeTime(status.startedAt, Date.now()), null],
    ],
  };
  return (
    <>
      {library.warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          <Said>{library.sentences.find((one) => textOf(one) === warning) ?? warning}</Said>
        </Notice>
      ))}
      <div className={styles.groups}>
        {groups.map((group) => (
          <section key={group} className="panel stack packed gap-3 shrinkable">
            <h3 className="visually-hidden">{t(`admin.server.groups.${group}`)}</h3>
            <dl className={styles.lines}>
              {facts[group].map(([name, value, href]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{href === null ? value : <a href={href}>{value}</a>}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  );
}
