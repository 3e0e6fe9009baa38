import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FolderSetting } from './folder-setting.tsx';
import { ParallelSetting } from './parallel-setting.tsx';
import { ServerSetting, type ServerSettingProps } from './server-setting.tsx';
import styles from './settings.module.css';
import type { SettingsStore } from './settings-store.ts';
import { type Shortcut, ShortcutList } from './shortcut-list.tsx';
import { ThemeSetting } from './theme-setting.tsx';

type SettingsPageProps = Pick<ServerSettingProps, 'server' | 'onRestart'> & {
  readonly store: SettingsStore;
  /** How the sign-in is kept: a sentence, and whether it will outlast the app. */
  readonly keychain: { readonly isAvailable: boolean; readonly message: string | null } | null;
  readonly shortcuts: readonly Shortcut[];
};

export function SettingsPage({ store, server, onRestart, keychain, shortcuts }: SettingsPageProps) {
  const { settings, info, error, update, chooseLibraryFolder } = useStore(store);
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>Settings</h1>
      {error !== null && <ErrorNotice error={error} />}
      {settings !== null && (
        <>
          <Section title="Library">
            <FolderSetting folder={settings.libraryFolder} onChoose={chooseLibraryFolder} />
          </Section>
          <Section title="Server">
            <ServerSetting url={settings.serverUrl} server={server} onRestart={onRestart} onUpdate={update} />
          </Section>
          <Section title="Downloads">
            <ParallelSetting value={settings.parallelDownloads} onUpdate={update} />
          </Section>
          <Section title="Appearance">
            <ThemeSetting value={settings.theme} onUpdate={update} />
          </Section>
        </>
      )}
      <Section title="Sign-in">
        <p className={styles.sentence}>{describeKeychain(keychain)}</p>
      </Section>
      <Section title="Keyboard">
        <ShortcutList shortcuts={shortcuts} />
      </Section>
      {info !== null && (
        <Section title="About">
          <p className={styles.sentence}>
            Lodestock {info.version} on {info.platform}
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
  if (keychain === null) return 'Asking the keychain of this computer…';
  if (keychain.isAvailable) return 'Your sign-in is kept in the keychain of this computer, and nowhere else.';
  return (
    keychain.message ?? 'This computer offers no keychain, so your sign-in is forgotten when the app closes.'
  );
}
