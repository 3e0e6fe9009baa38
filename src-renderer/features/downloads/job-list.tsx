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
/** As many as fit on a screen. */
const atFirst = 20;

/**
 * Rows of which as many are drawn as a person looks at; the focus stays with its row when rows change places. Those of a
 * change are drawn when nothing else is to be done: a hundred at once would hold up the page.
 */
export function JobList({ title, jobs, children }: JobListProps) {
  const [most, setMost] = useState(step);
  const listed = useDeferredValue(jobs, jobs.slice(0, atFirst));
  const focused = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    // An element that is moved in the document loses the focus.
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
