import { type ReactNode, useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import type { DownloadJob } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { t } from '../../text/text.ts';
import styles from './downloads.module.css';

type JobListProps = {
  readonly title: string;
  readonly jobs: readonly DownloadJob[];
  readonly children: (job: DownloadJob) => ReactNode;
};

const step = 100;
/** Enough to fill a screen. */
const atFirst = 20;

/**
 * Renders only as many rows as requested; the focus stays with its row when rows change places. Rows of a change are
 * rendered at low priority, as a hundred at once would block the page.
 */
export function JobList({ title, jobs, children }: JobListProps) {
  const [most, setMost] = useState(step);
  const listed = useDeferredValue(jobs, jobs.slice(0, atFirst));
  const focused = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    // An element that moves within the document loses the focus.
    const last = focused.current;
    if (last?.isConnected && document.activeElement === document.body) last.focus();
  });
  if (jobs.length === 0) return null;
  const more = Math.min(step, jobs.length - most);
  return (
    <section aria-label={title}>
      <h2 className={styles.section}>
        {title} <span className={styles.count}>{formatCount(jobs.length)}</span>
      </h2>
      <ul
        className="rows"
        onFocus={(event) => {
          focused.current = event.target;
        }}
        onBlur={(event) => {
          if (event.relatedTarget !== null) focused.current = null;
        }}
      >
        {listed.slice(0, most).map(children)}
      </ul>
      {more > 0 && (
        <div className={styles.more}>
          <Button onClick={() => setMost(most + step)}>{t('downloads.more', { count: more })}</Button>
        </div>
      )}
    </section>
  );
}
