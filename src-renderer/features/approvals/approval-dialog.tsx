import { useStore } from 'zustand';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatDateAndTime } from '../../lib/format-date.ts';
import { formatUsd } from '../../lib/format-price.ts';
import styles from './approvals.module.css';
import type { ApprovalsStore, Plan } from './approvals-store.ts';

type ApprovalDialogProps = {
  readonly store: ApprovalsStore;
  /** After an approval, when a balance may change soon. */
  readonly onApproved: () => void;
};

/** The whole plan before a person says yes or no. */
export function ApprovalDialog({ store, onApproved }: ApprovalDialogProps) {
  const { open, isBusy, error, close, decide } = useStore(store);
  if (open === null) return null;
  const approve = async () => {
    if (await decide('approve')) onApproved();
  };
  return (
    <Dialog title={`Spend ${formatUsd(open.priceUsd)}?`} onClose={close}>
      <div className={styles.body}>
        <p>
          An agent wants to unlock <strong>{open.title}</strong>. If you approve, it may do so once, for this
          file, at this price.
        </p>
        <dl className={styles.facts}>
          {factsOf(open).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {error !== null && <ErrorNotice error={error} />}
        <div className={styles.buttons}>
          <Button size="large" disabled={isBusy} onClick={() => void decide('deny')}>
            Deny
          </Button>
          <Button size="large" variant="primary" disabled={isBusy} onClick={() => void approve()}>
            Approve {formatUsd(open.priceUsd)}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function factsOf(plan: Plan): readonly (readonly [string, string])[] {
  const files = plan.filesCount === 1 ? '1 file' : `${plan.filesCount} files`;
  return [
    ['File', `${plan.relativePath} (${plan.format.toUpperCase()}, ${plan.lod})`],
    ['Size', `${files}, ${formatBytes(plan.sizeBytes)}`],
    ['Licence', plan.license],
    ['Used for', plan.target ?? 'The agent did not say'],
    ['API key', plan.keyName],
    ['Waits until', formatDateAndTime(plan.expiresAt)],
  ];
}
