import type { Settings } from '../../../src-main/platform/ipc/contract.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { LanguageChoices } from '../../components/language-choices.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { translateSentence } from '../../errors/translate-sentence.ts';
import { t } from '../../text/text.ts';
import { DoctorSetting } from './doctor-setting.tsx';
import { DownloadSettings } from './download-settings.tsx';
import { LibrarySetting } from './library-setting.tsx';
import { NetworkSetting } from './network-setting.tsx';
import type { LibrariesStore } from './parts/libraries-store.ts';
import { Section } from './parts/setting-section.tsx';
import styles from './parts/settings.module.css';
import type { SettingsStore } from './parts/settings-store.ts';
import { StartSetting } from './parts/start-setting.tsx';
import type { UpdatesStore } from './parts/updates-store.ts';
import { ServerSetting, type ServerSettingProps } from './server/server-setting.tsx';
import { UpdateSetting } from './update-setting.tsx';

type SettingsPageProps = Pick<ServerSettingProps, 'server' | 'onRestart'> & {
  readonly store: SettingsStore;
  readonly updates: UpdatesStore;
  readonly libraries: LibrariesStore;
  /** How the sign-in is kept: a sentence, and whether it will outlast the app. */
  readonly keychain: { readonly isAvailable: boolean; readonly message: string | null } | null;
  readonly shortcuts: readonly Shortcut[];
  /** Where the server in this app is shared and looked after. */
  readonly ownServerHref: string;
};

export function SettingsPage(props: SettingsPageProps) {
  const { store, updates, libraries, server, onRestart, keychain, shortcuts, ownServerHref } = props;
  const { settings, info, error, examination } = usePicked(store, 'settings', 'info', 'error', 'examination');
  const { update, join, chooseModelsFolder, chooseCertificateFile, setProxySignIn } = store.getState();
  const { discover, examine, copyReport, saveDiagnostics } = store.getState();
  const isManaged = (name: keyof Settings) => info?.managed.includes(name) ?? false;
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{t('settings.title')}</h1>
      {error !== null && <ErrorNotice error={error} />}
      {settings !== null && (
        <>
          <Section title={t('settings.library')}>
            <LibrarySetting store={libraries} isManaged={isManaged('libraryFolder')} />
            {isManaged('libraryFolder') && <p className="field-hint">{t('settings.managed')}</p>}
          </Section>
          <Section title={t('settings.server')} isManaged={isManaged('serverUrl')}>
            <ServerSetting
              url={settings.serverUrl}
              server={server}
              onRestart={onRestart}
              onUpdate={update}
              onJoin={join}
              onFind={discover}
              modelsFolder={settings.ownServer === 'models' ? settings.modelsFolder : null}
              onChooseModels={chooseModelsFolder}
              onDemo={() => void update({ ownServer: 'demo' })}
              ownServerHref={ownServerHref}
            />
          </Section>
          <Section title={t('settings.network')}>
            <NetworkSetting
              isCertificateManaged={isManaged('certificateFile')}
              certificateFile={settings.certificateFile}
              proxyUser={settings.proxyUser}
              onChooseFile={chooseCertificateFile}
              onForgetFile={() => void update({ certificateFile: null })}
              onProxySignIn={setProxySignIn}
            />
          </Section>
          <Section title={t('settings.downloads')}>
            <DownloadSettings settings={settings} onUpdate={update} />
          </Section>
          {info?.isPackaged && (
            <Section title={t('settings.start')}>
              <StartSetting isOn={settings.startAtLogin} onUpdate={update} />
            </Section>
          )}
          {info !== null && (
            <Section title={t('updates.title')}>
              <UpdateSetting
                store={updates}
                version={info.version}
                {...{ settings, isManaged }}
                onUpdate={update}
              />
            </Section>
          )}
          <Section title={t('settings.appearance')}>
            <ThemeSetting value={settings.theme} onUpdate={update} />
            <LanguageChoices />
          </Section>
        </>
      )}
      <Section title={t('settings.signIn')}>
        <p className={styles.sentence}>{describeKeychain(keychain)}</p>
      </Section>
      <Section title={t('settings.help')}>
        <DoctorSetting
          examination={examination}
          onExamine={examine}
          onCopy={copyReport}
          onSave={saveDiagnostics}
        />
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

function describeKeychain(keychain: SettingsPageProps['keychain']): string {
  if (keychain === null) return t('settings.keychain.unknown');
  if (keychain.isAvailable) return t('settings.keychain.available');
  return keychain.message === null ? t('settings.keychain.missing') : translateSentence(keychain.message);
}

type ThemeSettingProps = {
  readonly value: Settings['theme'];
  readonly onUpdate: (change: Partial<Settings>) => void;
};

const themes = ['system', 'dark', 'light'] as const;

function ThemeSetting({ value, onUpdate }: ThemeSettingProps) {
  return (
    <fieldset className={styles.radios}>
      <legend className="field-label">{t('settings.theme')}</legend>
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
