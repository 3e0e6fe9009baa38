import { useId } from 'react';
import { Dialog } from '../../components/forms/dialog.tsx';
import { t } from '../../text/text.ts';
import styles from './palette.module.css';

type NamedKeys = { readonly label: string; readonly keys: string };

type ShortcutSheetProps = {
  /** Those that work on every page. */
  readonly everywhere: readonly NamedKeys[];
  readonly onClose: () => void;
};

/** All shortcuts, grouped by where they work. */
export function ShortcutSheet({ everywhere, onClose }: ShortcutSheetProps) {
  return (
    <Dialog title={t('palette.sheet.title')} shape="wide" onClose={onClose}>
      <div className={styles.sheet} data-first tabIndex={-1}>
        <Group title={t('palette.sheet.everywhere')} rows={everywhere} />
        <Group title={t('palette.sheet.list')} rows={listKeys()} />
        <Group title={t('palette.sheet.view')} rows={viewKeys()} />
      </div>
    </Dialog>
  );
}

const listKeys = (): readonly NamedKeys[] => [
  { label: t('palette.sheet.move'), keys: t('palette.sheet.arrows') },
  { label: t('palette.sheet.open'), keys: t('palette.sheet.enter') },
  { label: t('palette.sheet.look'), keys: t('palette.sheet.space') },
  { label: t('palette.sheet.pick'), keys: 'X' },
  { label: t('palette.sheet.extend'), keys: t('palette.sheet.shiftArrows') },
  { label: t('palette.sheet.favourite'), keys: 'F' },
  { label: t('palette.sheet.collect'), keys: 'C' },
  { label: t('palette.sheet.download'), keys: 'D' },
];

const viewKeys = (): readonly NamedKeys[] => [
  { label: t('palette.sheet.turn'), keys: t('palette.sheet.arrows') },
  { label: t('palette.sheet.pan'), keys: t('palette.sheet.shiftArrows') },
  { label: t('palette.sheet.zoom'), keys: '+ −' },
  { label: t('palette.sheet.reset'), keys: '0' },
  { label: t('palette.sheet.picture'), keys: t('palette.sheet.escape') },
];

function Group({ title, rows }: { readonly title: string; readonly rows: readonly NamedKeys[] }) {
  const id = useId();
  return (
    <section className="stack packed gap-3" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <dl className={styles.keys}>
        {rows.map(({ label, keys }) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>
              <kbd>{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
