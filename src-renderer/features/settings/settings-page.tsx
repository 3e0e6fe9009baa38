import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { DesktopCallOutput, Settings } from '../../../src-main/platform/ipc/contract.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Radios } from '../../components/forms/radios.tsx';
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
import { type SettingsSectionName, shownSettingsSections } from './settings-sections.ts';
import { UpdateSetting } from './update-setting.tsx';

type SettingsPageProps = Pick<ServerSettingProps, 'server' | 'onRestart'> & {
  readonly store: SettingsStore;
  readonly updates: UpdatesStore;
  readonly libraries: LibrariesStore;
  /** State of the keychain: a sentence, and whether the sign-in outlasts the app. */
  readonly keychain: { readonly isAvailable: boolean; readonly message: string | null } | null;
  readonly ownServerHref: string;
  readonly at: { readonly section?: SettingsSectionName };
};

/** All sections of the settings; a link to a section scrolls to it and focuses its heading. */
export function SettingsPage(props: SettingsPageProps) {
  const { store, at } = props;
  const { settings, info, error } = usePicked(store, 'settings', 'info', 'error');
  const asked = useRef<HTMLHeadingElement>(null);
  const isLoaded = settings !== null && info !== null;
  useEffect(() => {
    if (!isLoaded || at.section === undefined) return;
    asked.current?.closest('section')?.scrollIntoView();
    asked.current?.focus({ preventScroll: true });
  }, [isLoaded, at]);
  const isManaged = (name: keyof Settings) => info?.managed.includes(name) ?? false;
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{t('settings.title')}</h1>
      {error !== null && <ErrorNotice error={error} />}
      {shownSettingsSections(info?.isPackaged ?? false)
        .filter((name) => isLoaded || isOfApp(name))
        .map((name) => (
          <Section
            key={name}
            title={titleOfSettings(name)}
            isManaged={name === 'server' && isManaged('serverUrl')}
            headingRef={name === at.section ? asked : undefined}
          >
            {isOfApp(name) && <PartOfApp {...props} name={name} />}
            {isLoaded && !isOfApp(name) && <Part {...props} {...{ name, settings, info, isManaged }} />}
          </Section>
        ))}
    </div>
  );
}

export const titleOfSettings = (name: SettingsSectionName) =>
  name === 'updates' ? t('updates.title') : t(`settings.${name}`);

type OfApp = 'signIn' | 'help';
/** True for sections that are available before the settings have loaded, or without them. */
const isOfApp = (name: SettingsSectionName): name is OfApp => name === 'signIn' || name === 'help';

function PartOfApp({ name, store, keychain }: SettingsPageProps & { readonly name: OfApp }) {
  const examination = useStore(store, (state) => state.examination);
  const { examine, copyReport, saveDiagnostics } = store.getState();
  if (name === 'signIn') return <p className={styles.sentence}>{describeKeychain(keychain)}</p>;
  return (
    <DoctorSetting
      examination={examination}
      onExamine={examine}
      onCopy={copyReport}
      onSave={saveDiagnostics}
    />
  );
}

type PartProps = SettingsPageProps & {
  readonly name: Exclude<SettingsSectionName, OfApp>;
  readonly settings: Settings;
  readonly info: DesktopCallOutput<'app.info'>;
  readonly isManaged: (name: keyof Settings) => boolean;
};

function Part(props: PartProps) {
  const { name, store, updates, libraries, server, onRestart, ownServerHref } = props;
  const { settings, info, isManaged } = props;
  const { update, join, chooseModelsFolder, chooseCertificateFile, setProxySignIn, discover } =
    store.getState();
  switch (name) {
    case 'library':
      return (
        <>
          <LibrarySetting store={libraries} isManaged={isManaged('libraryFolder')} />
          {isManaged('libraryFolder') && <p className="field-hint">{t('settings.managed')}</p>}
        </>
      );
    case 'server':
      return (
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
      );
    case 'network':
      return (
        <NetworkSetting
          isCertificateManaged={isManaged('certificateFile')}
          certificateFile={settings.certificateFile}
          proxyUser={settings.proxyUser}
          onChooseFile={chooseCertificateFile}
          onForgetFile={() => void update({ certificateFile: null })}
          onProxySignIn={setProxySignIn}
        />
      );
    case 'downloads':
      return <DownloadSettings settings={settings} onUpdate={update} />;
    case 'start':
      return <StartSetting isOn={settings.startAtLogin} onUpdate={update} />;
    case 'updates':
      return (
        <UpdateSetting
          store={updates}
          version={info.version}
          {...{ settings, isManaged }}
          onUpdate={update}
        />
      );
    case 'appearance':
      return (
        <>
          <ThemeSetting value={settings.theme} onUpdate={update} />
          <LanguageChoices />
        </>
      );
    case 'about':
      return (
        <p className={styles.sentence}>
          {t('settings.version', { version: info.version, platform: info.platform })}
        </p>
      );
  }
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
    <Radios
      legend={t('settings.theme')}
      value={value}
      options={themes.map((theme) => [theme, t(`settings.themes.${theme}`)])}
      onChoose={(theme) => onUpdate({ theme })}
    />
  );
}
