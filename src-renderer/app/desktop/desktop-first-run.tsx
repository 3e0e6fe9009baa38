import { useStore } from 'zustand';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FirstRunPage } from '../../features/first-run/first-run-page.tsx';
import type { SettingsStore } from '../../features/settings/parts/settings-store.ts';
import { ServerForm } from '../../features/settings/server/server-form.tsx';

/** True until the person said which server the app uses. */
export const useIsFirstRun = (store: SettingsStore): boolean =>
  useStore(store, ({ settings }) => settings?.ownServer === null && settings.serverUrl === null);

export function DesktopFirstRun({ store }: { readonly store: SettingsStore }) {
  const error = useStore(store, (state) => state.error);
  const { join, discover, update, chooseModelsFolder } = store.getState();
  return (
    <FirstRunPage
      joinForm={<ServerForm url={null} onJoin={join} onFind={discover} />}
      problem={error !== null && <ErrorNotice error={error} />}
      onChooseModels={() => void chooseModelsFolder()}
      onLookAround={() => void update({ ownServer: 'demo' })}
    />
  );
}
