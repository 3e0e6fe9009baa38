import type { DownloadHold } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatMoment } from '../../lib/format-date.ts';
import { t } from '../../text/text.ts';
import styles from './downloads.module.css';

type HoldNoticeProps = { readonly hold: DownloadHold; readonly onStartAnyway: () => void };

export function HoldNotice({ hold, onStartAnyway }: HoldNoticeProps) {
  const { reason, until } = hold;
  const isOurs = reason === 'hours' || reason === 'metered';
  return (
    <Notice tone="info">
      <div className={`row wrap middle ${styles.hold}`}>
        <span>
          {until === null
            ? t(`downloads.hold.${reason}`)
            : t('downloads.hold.until', { time: formatMoment(until, Date.now()) })}
        </span>
        {isOurs && (
          <Button icon="play" onClick={onStartAnyway}>
            {t('downloads.hold.startAnyway')}
          </Button>
        )}
      </div>
    </Notice>
  );
}
