import { useMemo, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import dialogStyles from '../../../components/forms/dialog.module.css';
import { Dialog } from '../../../components/forms/dialog.tsx';
import { useAttempt } from '../../../components/forms/use-attempt.ts';
import { type Column, DataTable } from '../../../components/lists/data-table.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { t } from '../../../text/text.ts';
import type { LibraryModel } from '../store/find-in-library.ts';
import { describeLicences, toCredits, toCsv } from './credits.ts';
import styles from './library-dialogs.module.css';

/** Asks where to save a text. Returns the path, or null if the user cancelled. */
export type SaveText = (name: string, text: string) => Promise<string | null>;

type CreditsDialogProps = {
  readonly models: readonly LibraryModel[];
  readonly onSave: SaveText;
  readonly onClose: () => void;
};
type Licence = ReturnType<typeof describeLicences>[number];

/** More than anyone reads here; copies and files are complete. */
const shownCharacters = 20_000;

/** The licences of the models: a text for the credits of a work, and a table for accounting. */
export function CreditsDialog({ models, onSave, onClose }: CreditsDialogProps) {
  const { isBusy, error, attempt } = useAttempt();
  const [place, setPlace] = useState<string | null>(null);
  const credits = useMemo(() => toCredits(models), [models]);
  const licences = useMemo(() => describeLicences(models), [models]);
  const save = () =>
    attempt(async () => setPlace(await onSave(t('library.credits.fileName'), toCsv(models))));
  const columns: readonly Column<Licence>[] = [
    { label: t('library.columns.licence'), cell: ({ licence }) => licence },
    { label: t('library.credits.models'), kind: 'number', cell: ({ count }) => formatCount(count) },
    { label: t('library.credits.allows'), cell: ({ sentence }) => sentence },
  ];
  return (
    <Dialog title={t('library.credits.title', { count: models.length })} onClose={onClose} shape="wide">
      <div className={styles.scrolled}>
        <DataTable
          label={t('library.credits.licences')}
          columns={columns}
          rows={licences}
          keyOf={({ licence }) => licence}
        />
      </div>
      <textarea
        className={`input ${styles.text}`}
        aria-label={t('library.credits.text')}
        readOnly
        rows={10}
        value={credits.slice(0, shownCharacters)}
      />
      {error !== null && <ErrorNotice error={error} />}
      <div className={dialogStyles.actions}>
        <span className="grow shrinkable quiet small breakable" role="status">
          {place !== null && t('library.credits.saved', { place })}
        </span>
        <CopyButton text={credits} label={t('library.credits.copy')} />
        <Button icon="downloads" disabled={isBusy} onClick={save}>
          {t('library.credits.save')}
        </Button>
      </div>
    </Dialog>
  );
}
