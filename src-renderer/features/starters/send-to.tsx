import { useState } from 'react';
import { useStore } from 'zustand';
import type { DccJob, OpenHost } from '../../../src-main/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { programNames } from '../../lib/program-names.ts';
import { describeHost, describeJob, findLastJob } from './describe-job.ts';
import type { HandOverStore, SentFile } from './hand-over-store.ts';
import { canImport } from './host-names.ts';
import styles from './starters.module.css';

type SendToProps = {
  readonly store: HandOverStore;
  readonly file: SentFile & Pick<DccJob, 'format'>;
  readonly onPlugins: () => void;
};

/** Hands one downloaded file to a host that is open, and says what became of it. */
export function SendTo({ store, file, onPlugins }: SendToProps) {
  const [isOpen, setOpen] = useState(false);
  const job = useStore(store, ({ jobs }) => findLastJob(jobs, file));
  const name = file.relativePath.split('/').at(-1) ?? file.relativePath;
  const close = () => setOpen(false);
  return (
    <span className={styles.send}>
      <Button icon="link" aria-label={`Send to …: ${name}`} onClick={() => setOpen(true)}>
        Send to …
      </Button>
      {job && (
        <span className={styles.sent} data-status={job.status}>
          {describeJob(job)}
        </span>
      )}
      {isOpen && (
        <Dialog title={`Send ${name} to`} onClose={close}>
          <HostChoice store={store} file={file} onDone={close} onPlugins={onPlugins} />
        </Dialog>
      )}
    </span>
  );
}

function HostChoice({ store, file, onDone, onPlugins }: SendToProps & { readonly onDone: () => void }) {
  const { hosts, error, problem, send } = useStore(store);
  const choose = async (host: OpenHost) => {
    await send(file, host);
    if (store.getState().error === null) onDone();
  };
  return (
    <div className={styles.choice}>
      {error !== null && <ErrorNotice error={error} />}
      {problem !== null && <p>{problem}</p>}
      {hosts.length === 0 && problem === null && (
        <p>
          No 3ds Max, Unity or Blender with the Lodestock plugin is open. Open one, and it appears here within
          five seconds.
        </p>
      )}
      <ul className={styles.hosts}>
        {hosts.map((host) => (
          <li key={`${host.family} ${host.session}`}>
            <HostButton host={host} format={file.format} onChoose={() => void choose(host)} />
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
        Plugins
      </Button>
    </div>
  );
}

type HostButtonProps = {
  readonly host: OpenHost;
  readonly format: string;
  readonly onChoose: () => void;
};

function HostButton({ host, format, onChoose }: HostButtonProps) {
  const isPossible = canImport(host.family, format);
  const reason = isPossible ? '' : ` – ${programNames[host.family]} does not import ${format.toUpperCase()}`;
  const busy = isPossible && host.isBusy ? ' – importing; takes it next' : '';
  return (
    <Button className={styles.host} disabled={!isPossible} onClick={onChoose}>
      {describeHost(host)}
      {reason}
      {busy}
    </Button>
  );
}
