import type { PagedRowsStore } from '../../data/paged-rows.ts';
import { t } from '../../text/text.ts';
import { AskButton } from '../forms/ask-button.tsx';
import type { Column } from './data-table.tsx';

type Ending = {
  readonly action: string;
  /** The action and the name of its subject, for screen readers. */
  readonly label: string;
  readonly title: string;
  readonly hint: string;
  readonly run: () => Promise<unknown>;
};

/** A column with a button that revokes a row after a confirmation, then reloads the list. Null hides the button. */
export const endColumn = <Row,>(
  store: PagedRowsStore<Row>,
  toEnding: (row: Row) => Ending | null,
): Column<Row> => ({
  label: t('common.actions'),
  kind: 'actions',
  cell: (row) => {
    const ending = toEnding(row);
    if (ending === null) return null;
    const { action, label, title, hint, run } = ending;
    return (
      <AskButton
        button={{ variant: 'danger', children: action, 'aria-label': label }}
        {...{ title, action }}
        onConfirm={async () => {
          await run();
          void store.getState().reload();
        }}
      >
        <p>{hint}</p>
      </AskButton>
    );
  },
});
