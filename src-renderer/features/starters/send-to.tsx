import { useState } from 'react';
import { useStore } from 'zustand';
import { isImportedBy } from '../../../server/contract/catalogue/formats.ts';
import { nameProgram } from '../../../server/contract/program-names.ts';
import type { DccJob, OpenApp } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Dialog } from '../../components/forms/dialog.tsx';
import { Said } from '../../components/said.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { t } from '../../text/text.ts';
import { describeApp, describeJob, findLastJob } from './describe-job.ts';
import type { HandOverStore, SentFile } from './hand-over-store.ts';
import styles from './starters.module.css';

type SendToProps = {
  readonly store: HandOverStore;
  readonly file: SentFile & Pick<DccJob, 'format'>;
  readonly onPlugins: () => void;
};

/** Hands one downloaded file over to an open DCC app, and shows the result. */
export function SendTo({ store, file, onPlugins }: SendToProps) {
  const [isOpen, setOpen] = useState(false);
  const job = useStore(store, ({ jobs }) => findLastJob(jobs, file));
  const name = file.relativePath.split('/').at(-1) ?? file.relativePath;
  const close = () => setOpen(false);
  return (
    <span className={`wrap middle shrinkable ${styles.send}`}>
      <Button icon="link" aria-label={t('plugins.sendFile', { name })} onClick={() => setOpen(true)}>
        {t('plugins.send')}
      </Button>
      {job && (
        <span className={styles.sent} data-status={job.status}>
          {describeJob(job)}
        </span>
      )}
      {isOpen && (
        <Dialog title={t('plugins.sendTitle', { name })} onClose={close}>
          <AppChoice store={store} file={file} onDone={close} onPlugins={onPlugins} />
        </Dialog>
      )}
    </span>
  );
}

function AppChoice({ store, file, onDone, onPlugins }: SendToProps & { readonly onDone: () => void }) {
  const { apps, error, problem } = usePicked(store, 'apps', 'error', 'problem');
  const { send } = store.getState();
  const choose = async (host: OpenApp) => {
    await send(file, host);
    if (store.getState().error === null) onDone();
  };
  return (
    <div className={`stack gap-3 ${styles.choice}`}>
      {error !== null && <ErrorNotice error={error} />}
      {problem !== null && (
        <p>
          <Said>{problem}</Said>
        </p>
      )}
      {apps.length === 0 && problem === null && <p>{t('plugins.noneOpenToSend')}</p>}
      <ul className="stack gap-3">
        {apps.map((host) => (
          <li key={`${host.family} ${host.session}`}>
            <AppButton host={host} format={file.format} onChoose={() => void choose(host)} />
          </li>
        ))}
      </ul>
      <Button
        icon="plugins"
        onClick={() => {
          onDone();
          onPlugins();
        }}
      >
        {t('plugins.title')}
      </Button>
    </div>
  );
}

type AppButtonProps = {
  readonly host: OpenApp;
  readonly format: string;
  readonly onChoose: () => void;
};

function AppButton({ host, format, onChoose }: AppButtonProps) {
  return (
    <Button
      className={`full breakable text-start ${styles.host}`}
      disabled={!isImportedBy(host.family, format)}
      onClick={onChoose}
    >
      {describeChoice(host, format)}
    </Button>
  );
}

function describeChoice(host: OpenApp, format: string): string {
  const app = describeApp(host);
  const name = nameProgram(host.family);
  if (!isImportedBy(host.family, format))
    return t('plugins.cannotImport', { app, name, format: format.toUpperCase() });
  return host.isBusy ? t('plugins.busyApp', { app }) : app;
}
