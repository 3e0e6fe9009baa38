import type { ReactNode } from 'react';
import { useId } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Settings } from '../../../src-main/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { t } from '../../text/text.ts';
import { NetworkSetting } from './network-setting.tsx';
import { ServerSetting, type ServerSettingProps } from './server-setting.tsx';
import styles from './settings.module.css';
import type { SettingsStore } from './settings-store.ts';

type SettingsPageProps = Pick<ServerSettingProps, 'server' | 'onRestart'> & {
  readonly store: SettingsStore;
  /** How the sign-in is kept: a sentence, and whether it will outlast the app. */
  readonly keychain: { readonly isAvailable: boolean; readonly message: string | null } | null;
  readonly shortcuts: readonly Shortcut[];
};

export function SettingsPage({ store, server, onRestart, keychain, shortcuts }: SettingsPageProps) {
  const { settings, info, error } = useStore(
    store,
    useShallow(({ settings, info, error }) => ({ settings, info, error })),
  );
  const { update, join, chooseLibraryFolder, chooseModelsFolder, chooseCertificateFile, setProxySignIn } =
    store.getState();
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{t('settings.title')}</h1>
      {error !== null && <ErrorNotice error={error} />}
      {settings !== null && (
        <>
          <Section title={t('settings.library')}>
            <FolderSetting folder={settings.libraryFolder} onChoose={chooseLibraryFolder} />
          </Section>
          <Section title={t('settings.server')}>
            <ServerSetting
              url={settings.serverUrl}
              server={server}
              onRestart={onRestart}
              onUpdate={update}
              onJoin={join}
              modelsFolder={settings.ownServer === 'models' ? settings.modelsFolder : null}
              onChooseModels={chooseModelsFolder}
              onDemo={() => void update({ ownServer: 'demo' })}
            />
          </Section>
          <Section title={t('settings.network')}>
            <NetworkSetting
              certificateFile={settings.certificateFile}
              proxyUser={settings.proxyUser}
              onChooseFile={chooseCertificateFile}
              onForgetFile={() => void update({ certificateFile: null })}
              onProxySignIn={setProxySignIn}
            />
          </Section>
          <Section title={t('settings.downloads')}>
            <ParallelSetting value={settings.parallelDownloads} onUpdate={update} />
          </Section>
          <Section title={t('settings.appearance')}>
            <ThemeSetting value={settings.theme} onUpdate={update} />
          </Section>
        </>
      )}
      <Section title={t('settings.signIn')}>
        <p className={styles.sentence}>{describeKeychain(keychain)}</p>
      </Section>
      <Section title={t('settings.keyboard')}>
        <ShortcutList shortcuts={shortcuts} />
      </Section>
      {info !== null && (
        <Section title={t('settings.about')}>
          <p className={styles.sentence}>
            {t('settings.version', { version: info.version, platform: info.platform })}
          </p>
        </Section>
      )}
    </div>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

function describeKeychain(keychain: SettingsPageProps['keychain']): string {
  if (keychain === null) return t('settings.keychain.unknown');
  if (keychain.isAvailable) return t('settings.keychain.available');
  return keychain.message ?? t('settings.keychain.missing');
}

type FolderSettingProps = { readonly folder: string; readonly onChoose: () => void };

function FolderSetting({ folder, onChoose }: FolderSettingProps) {
  return (
    <div className={styles.line}>
      <div>
        <div className="field-label">{t('settings.libraryFolder')}</div>
        <div className={styles.path}>{folder}</div>
        <p className="field-hint">{t('settings.libraryFolderHint')}</p>
      </div>
      <Button icon="folder" onClick={onChoose}>
        {t('settings.choose')}
      </Button>
    </div>
  );
}

type ParallelSettingProps = {
  readonly value: number;
  readonly onUpdate: (change: Partial<Settings>) => void;
};

const choices = [1, 2, 3, 4, 5, 6, 7, 8];

function ParallelSetting({ value, onUpdate }: ParallelSettingProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t('settings.parallel')}
      </label>
      <div>
        <select
          id={id}
          className="input"
          value={value}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onUpdate({ parallelDownloads: Number(event.target.value) })}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      </div>
      <p id={`${id}-hint`} className="field-hint">
        {t('settings.parallelHint')}
      </p>
    </div>
  );
}

type ThemeSettingProps = {
  readonly value: Settings['theme'];
  readonly onUpdate: (change: Partial<Settings>) => void;
};

const themes = ['system', 'dark', 'light'] as const;

function ThemeSetting({ value, onUpdate }: ThemeSettingProps) {
  return (
    <fieldset className={styles.radios} aria-label={t('settings.theme')}>
      {themes.map((theme) => (
        <label key={theme}>
          <input type="radio" name="theme" checked={value === theme} onChange={() => onUpdate({ theme })} />
          <span>{t(`settings.themes.${theme}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

type Shortcut = { readonly label: string; readonly keys: string };

function ShortcutList({ shortcuts }: { readonly shortcuts: readonly Shortcut[] }) {
  return (
    <dl className={styles.shortcuts}>
      {shortcuts.map(({ label, keys }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <kbd>{keys}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  );
}
