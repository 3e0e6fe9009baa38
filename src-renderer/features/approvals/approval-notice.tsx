import { useStore } from 'zustand';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatUsd } from '../../lib/format-price.ts';
import styles from './approvals.module.css';
import type { ApprovalsStore } from './approvals-store.ts';

/** Tells that an agent waits for an answer; it never takes the focus from what a person is doing. */
export function ApprovalNotice({ store }: { readonly store: ApprovalsStore }) {
  const waiting = useStore(store, (state) => state.waiting);
  const [plan] = waiting;
  if (plan === undefined) return null;
  const more = waiting.length > 1 ? ` and ${waiting.length - 1} more` : '';
  return (
    <div className={styles.notice}>
      <Notice tone="warn">
        <div className={styles.row}>
          <span>
            An agent with the key “{plan.keyName}” asks to spend {formatUsd(plan.priceUsd)} for “{plan.title}”
            {more}.
          </span>
          <Button onClick={() => store.getState().review(plan)}>Review</Button>
        </div>
      </Notice>
    </div>
  );
}
