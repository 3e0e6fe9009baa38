import { useEffect } from 'react';
import { useStore } from 'zustand';
import { textOf } from '../../../../server/contract/sentence.ts';
import type { ServerCheck, ServerState } from '../../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { FactList } from '../../../components/lists/fact-list.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Said } from '../../../components/said.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { t } from '../../../text/text.ts';
import { Section } from '../parts/setting-section.tsx';
import styles from '../parts/settings.module.css';
import type { SettingsStore } from '../parts/settings-store.ts';
import { StartSetting } from '../parts/start-setting.tsx';
import { BackupSetting } from './backup-setting.tsx';
import own from './own-server.module.css';
import type { OwnServerStore } from './own-server-store.ts';
import { ShareSetting } from './share-setting.tsx';

type OwnServerPageProps = {
  readonly store: OwnServerStore;
  readonly settings: SettingsStore;
  readonly server: ServerState | null;
  readonly settingsHref: string;
  readonly onOpenPage: (path: string) => void;
};

export function OwnServerPage({
  store,
  settings: from,
  server,
  settingsHref,
  onOpenPage,
}: OwnServerPageProps) {
  const error = useStore(store, ({ error }) => error);
  const { settings, info } = usePicked(from, 'settings', 'info');
  const { update } = from.getState();
  const isBundled = server?.kind === 'bundled';
  const isReady = isBundled && server.status === 'ready';
  useEffect(() => {
    if (!isReady) return;
    const load = () => void store.getState().load();
    load();
    // Users return to the window after they have created an account in the browser.
    window.addEventListener('focus', load);
    return () => window.removeEventListener('focus', load);
  }, [store, isReady]);
  if (settings === null || server === null) return null;
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{t('ownServer.title')}</h1>
      <p className={styles.sentence}>
        <a href={settingsHref}>{t('ownServer.toSettings')}</a>
      </p>
      {!isBundled && <Notice tone="info">{t('ownServer.another')}</Notice>}
      {isBundled && (
        <>
          {error !== null && <ErrorNotice error={error} />}
          {!isReady && (
            <Notice tone="info">
              <Said>{server.message ?? t('ownServer.notReady')}</Said>
            </Notice>
          )}
          <Section
            title={t('ownServer.share.title')}
            isManaged={info?.managed.includes('shareServer') ?? false}
          >
            <ShareSetting {...{ store, settings, isReady, onOpenPage }} onUpdate={update} />
          </Section>
          {info?.isPackaged && (
            <Section title={t('settings.start')}>
              <StartSetting isOn={settings.startAtLogin} onUpdate={update} />
            </Section>
          )}
          <Section title={t('ownServer.backup.title')}>
            <BackupSetting {...{ store, settings }} onUpdate={update} />
          </Section>
          <Section title={t('ownServer.storage.title')}>
            <Storage store={store} />
          </Section>
          <Section title={t('ownServer.health.title')}>
            <Health store={store} />
          </Section>
          <Section title={t('ownServer.log.title')}>
            <Log store={store} />
          </Section>
        </>
      )}
    </div>
  );
}

type PartProps = { readonly store: OwnServerStore };

function Storage({ store }: PartProps) {
  const { facts, storage } = usePicked(store, 'facts', 'storage');
  if (facts === null || storage === null)
    return <p className="field-hint">{t('ownServer.storage.measuring')}</p>;
  const total = storage.parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return (
    <>
      <div>
        <div className={styles.path}>{facts.dataFolder}</div>
        <p className="field-hint">{t('ownServer.storage.hint')}</p>
      </div>
      <FactList
        facts={[
          ...storage.parts.map(
            ({ part, sizeBytes }) => [t(`ownServer.storage.parts.${part}`), formatBytes(sizeBytes)] as const,
          ),
          [t('ownServer.storage.total'), formatBytes(total)],
          ...(storage.freeBytes === null
            ? []
            : [[t('ownServer.storage.free'), formatBytes(storage.freeBytes)] as const]),
        ]}
      />
    </>
  );
}

function Health({ store }: PartProps) {
  const { checked, running } = usePicked(store, 'checked', 'running');
  const isRunning = running === 'check';
  return (
    <>
      <p className="field-hint">{t('ownServer.health.hint')}</p>
      {isRunning && <Notice tone="info">{t('ownServer.health.running')}</Notice>}
      {!isRunning && checked !== null && <CheckResult {...checked} />}
      <div className={styles.buttons}>
        <Button icon="check" onClick={store.getState().check} disabled={running !== null}>
          {t('ownServer.health.check')}
        </Button>
      </div>
    </>
  );
}

function Log({ store }: PartProps) {
  const lines = useStore(store, ({ log }) => log);
  const { readLog, showLog } = store.getState();
  return (
    <>
      {lines !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which has to work without a mouse
        <section className={own.log} aria-label={t('ownServer.log.lines')} tabIndex={0}>
          {lines.length === 0 ? t('ownServer.log.empty') : lines.join('\n')}
        </section>
      )}
      <div className={styles.buttons}>
        <Button icon="list" onClick={readLog}>
          {lines === null ? t('ownServer.log.read') : t('ownServer.log.again')}
        </Button>
        <Button icon="folder" onClick={showLog}>
          {t('ownServer.log.show')}
        </Button>
      </div>
      <p className="field-hint">{t('ownServer.log.hint')}</p>
    </>
  );
}

function CheckResult({ isSound, findings, more, counts, trouble }: ServerCheck) {
  const compared = counts === null ? null : t('ownServer.health.compared', counts);
  if (trouble !== null)
    return (
      <Notice tone="bad">
        <Said>{trouble}</Said>
      </Notice>
    );
  if (isSound)
    return (
      <Notice tone="good">
        {t('ownServer.health.sound')} {compared}
      </Notice>
    );
  return (
    <Notice tone="bad">
      <p className={own.verdict}>{t('ownServer.health.found', { count: findings.length + more })}</p>
      <ul className={own.findings}>
        {findings.map(({ kind, what, advice }) => (
          <li key={textOf(what)}>
            <Said>{what}</Said>{' '}
            {advice === null ? t(`ownServer.health.cures.${kind}`) : <Said>{advice}</Said>}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t('ownServer.health.more', { count: more })}</p>}
      <p>{compared ?? t('ownServer.health.unfinished')}</p>
    </Notice>
  );
}
