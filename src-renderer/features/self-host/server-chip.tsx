import type { ServerState } from '../../../src-main/platform/ipc/contract.ts';
import { translateSentence } from '../../errors/translate-sentence.ts';
import { t } from '../../text/text.ts';
import { describeServer } from './describe-server.ts';
import styles from './self-host.module.css';

type ServerChipProps = { readonly server: ServerState | null; readonly onOpen: () => void };

/** The catalogue's server, and its state. */
export function ServerChip({ server, onOpen }: ServerChipProps) {
  const { label, tone } = describeServer(server);
  return (
    <button
      type="button"
      className={styles.chip}
      data-tone={tone}
      title={server?.message ? translateSentence(server.message) : (server?.url ?? undefined)}
      onClick={onOpen}
    >
      <span className={styles.dot} aria-hidden="true" />
      <span className="visually-hidden">{t('server.label')} </span>
      <span className={styles.label}>{label}</span>
    </button>
  );
}
