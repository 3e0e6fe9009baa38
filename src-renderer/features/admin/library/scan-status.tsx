import { useEffect, useState } from 'react';
import type { AppError } from '../../../../server/contract/errors.ts';
import type { OutputOf } from '../../../../server/contract/index.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { toAppError } from '../../../errors/describe-error.ts';
import { formatDateAndTime } from '../../../lib/format-date.ts';
import { t } from '../../../text/text.ts';
import type { AdminApi } from '../admin-api.ts';
import { describeJob } from '../describe-job.ts';
import own from './library.module.css';

type Status = OutputOf<'adminStatus'>;
type Job = Status['jobs']['poster'];

const quickMs = 700;
const slowMs = 5000;

/** Polls the server's status, more often while it works. */
function useStatus(api: AdminApi, onScanned: () => void) {
  const [status, setStatus] = useState<Status | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [turn, setTurn] = useState(0);
  const isWorking = status !== null && (status.library.isScanning || !status.library.isReady);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks again
  useEffect(() => {
    let isGone = false;
    const ask = async () => {
      try {
        const next = await api.call('adminStatus');
        if (isGone) return;
        setStatus(next);
        setError(null);
        if (isWorking && !next.library.isScanning) onScanned();
      } catch (thrown) {
        if (!isGone) setError(toAppError(thrown));
      }
    };
    const timer = setTimeout(
      () => void ask().finally(() => !isGone && setTurn((before) => before + 1)),
      turn === 0 ? 0 : isWorking ? quickMs : slowMs,
    );
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [api, turn]);
  return { status, error, askNow: () => setTurn(0) };
}

type ScanStatusProps = { readonly api: AdminApi; readonly onScanned: () => void };

/** The folder, its last scan, and the progress of work on its models. */
export function ScanStatus({ api, onScanned }: ScanStatusProps) {
  const { status, error, askNow } = useStatus(api, onScanned);
  const [failure, setFailure] = useState<AppError | null>(null);
  const scan = async () => {
    setFailure(null);
    try {
      await api.call('adminScanLibrary', {});
      askNow();
    } catch (thrown) {
      setFailure(toAppError(thrown));
    }
  };
  const shown = failure ?? error;
  if (status === null) return shown === null ? null : <ErrorNotice error={shown} />;
  const { library, jobs } = status;
  const isWorking = library.isScanning || !library.isReady;
  return (
    <div className={`panel ${own.scan}`}>
      <dl className={own.scanFacts}>
        <div>
          <dt>{t('admin.library.scan.folder')}</dt>
          <dd className="small mono">{library.folder}</dd>
        </div>
        <div>
          <dt>{t('admin.library.scan.last')}</dt>
          <dd>
            {library.lastScanAt === null
              ? t('admin.library.scan.never')
              : formatDateAndTime(library.lastScanAt)}
          </dd>
        </div>
        <Work label={t('admin.server.jobs.poster')} job={jobs.poster} />
        <Work label={t('admin.server.jobs.level')} job={jobs.level} />
      </dl>
      <div className={`stack packed gap-2 ${own.scanNow}`}>
        <Button icon="retry" disabled={isWorking} onClick={() => void scan()}>
          {t('admin.library.scan.now')}
        </Button>
        {isWorking && (
          <>
            <p className="faint small" role="status">
              {library.total > 0
                ? t('admin.library.scan.reading', { done: library.done, total: library.total })
                : t('admin.library.scan.running')}
            </p>
            <ProgressBar
              label={t('admin.library.scan.running')}
              value={library.total > 0 ? library.done / library.total : null}
            />
          </>
        )}
      </div>
      {shown !== null && <ErrorNotice error={shown} />}
    </div>
  );
}

function Work({ label, job: { waiting, done, failed } }: { readonly label: string; readonly job: Job }) {
  const total = waiting + done + failed;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {describeJob({ waiting, failed })}
        {waiting > 0 && total > 0 && <ProgressBar label={label} value={(done + failed) / total} />}
      </dd>
    </div>
  );
}
