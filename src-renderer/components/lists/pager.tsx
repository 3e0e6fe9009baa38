import { t } from '../../text/text.ts';
import { Button } from '../button.tsx';

type PagerProps = {
  readonly title: string;
  readonly offset: number;
  readonly pageSize: number;
  /** Rows on this page. */
  readonly count: number;
  readonly total: number;
  readonly go: (offset: number) => void;
};

/** The position in a long list, with buttons for the previous and next page; hidden if everything fits on one page. */
export function Pager({ title, offset, pageSize, count, total, go }: PagerProps) {
  if (total <= pageSize) return null;
  const last = Math.min(offset + count, total);
  return (
    <nav className="row wrap middle to-end gap-3 quiet small" aria-label={t('common.pages', { title })}>
      <span role="status">{t('common.rows', { first: offset + 1, last, total })}</span>
      <Button icon="back" disabled={offset === 0} onClick={() => go(Math.max(0, offset - pageSize))}>
        {t('common.previous')}
      </Button>
      <Button icon="next" disabled={last >= total} onClick={() => go(offset + pageSize)}>
        {t('common.next')}
      </Button>
    </nav>
  );
}
