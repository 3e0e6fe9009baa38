import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Dialog } from '../../components/forms/dialog.tsx';
import { type Fact, FactList } from '../../components/lists/fact-list.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatDateAndTime } from '../../lib/format-date.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { t } from '../../text/text.ts';
import type { ApprovalsStore, Plan } from './approvals-store.ts';

export function ApprovalDialog({ store }: { readonly store: ApprovalsStore }) {
  const { open, isBusy, error } = usePicked(store, 'open', 'isBusy', 'error');
  const { close, decide } = store.getState();
  if (open === null) return null;
  const [before, after] = t('approvals.question').split('<model/>');
  return (
    <Dialog title={t('approvals.title', { price: formatUsd(open.priceUsd) })} onClose={close}>
      <div className="stack gap-5 breakable">
        <p>
          {before}
          <strong>{open.title}</strong>
          {after}
        </p>
        <FactList facts={factsOf(open)} />
        {error !== null && <ErrorNotice error={error} />}
        <div className="button-pair">
          <Button size="large" disabled={isBusy} onClick={() => void decide('deny')}>
            {t('approvals.deny')}
          </Button>
          <Button size="large" variant="primary" disabled={isBusy} onClick={() => void decide('approve')}>
            {t('approvals.approve', { price: formatUsd(open.priceUsd) })}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function factsOf(plan: Plan): readonly Fact[] {
  const { relativePath, lod, filesCount, sizeBytes } = plan;
  const format = plan.format.toUpperCase();
  return [
    [t('approvals.facts.file'), t('approvals.facts.fileWithFormat', { path: relativePath, format, lod })],
    [
      t('approvals.facts.size'),
      t('approvals.facts.sizeOfFiles', { count: filesCount, size: formatBytes(sizeBytes) }),
    ],
    [t('approvals.facts.licence'), plan.license],
    [t('approvals.facts.target'), plan.target ?? t('approvals.facts.noTarget')],
    [t('approvals.facts.apiKey'), plan.keyName],
    [t('approvals.facts.expires'), formatDateAndTime(plan.expiresAt)],
  ];
}
