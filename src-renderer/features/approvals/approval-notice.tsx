import { useStore } from 'zustand';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatUsd } from '../../lib/format-price.ts';
import { t } from '../../text/text.ts';
import styles from './approvals.module.css';
import type { ApprovalsStore, Plan } from './approvals-store.ts';

type ApprovalNoticeProps = {
  readonly store: ApprovalsStore;
  readonly reviewLabel: string;
  readonly onReview: (plan: Plan) => void;
};

/** Says that an agent waits for an answer, without taking the focus. */
export function ApprovalNotice({ store, reviewLabel, onReview }: ApprovalNoticeProps) {
  const waiting = useStore(store, (state) => state.waiting);
  const [plan] = waiting;
  if (plan === undefined) return null;
  const values = { key: plan.keyName, price: formatUsd(plan.priceUsd), title: plan.title };
  const others = waiting.length - 1;
  return (
    <div className={styles.notice}>
      <Notice tone="warn">
        <div className={styles.row}>
          <span>
            {others === 0
              ? t('approvals.notice', values)
              : t('approvals.noticeAndMore', { ...values, count: others })}
          </span>
          <Button onClick={() => onReview(plan)}>{reviewLabel}</Button>
        </div>
      </Notice>
    </div>
  );
}
