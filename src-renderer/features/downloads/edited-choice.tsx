import type { DownloadJob } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { t } from '../../text/text.ts';

export type Decide = (id: string, edited: 'keep' | 'aside') => void;

/** True if a download stopped because it would replace a file that the user has edited. */
export const needsDecision = ({ status, error }: DownloadJob) =>
  status === 'failed' && error?.code === 'FILE_EDITED';

export function EditedChoice({ job, onDecide }: { readonly job: DownloadJob; readonly onDecide: Decide }) {
  const { id, title } = job;
  return (
    <>
      <Button onClick={() => onDecide(id, 'keep')} aria-label={t('downloads.edited.keepOf', { title })}>
        {t('downloads.edited.keep')}
      </Button>
      <Button onClick={() => onDecide(id, 'aside')} aria-label={t('downloads.edited.asideOf', { title })}>
        {t('downloads.edited.aside')}
      </Button>
    </>
  );
}
