import type { KeyboardEvent } from 'react';
import type { DownloadJob } from '../../../src-main/platform/ipc/contract.ts';
import { MenuButton } from '../../components/forms/menu-button.tsx';
import { t } from '../../text/text.ts';
import type { DownloadsActions, Move } from './downloads-store.ts';
import { hasTurn } from './job-order.ts';

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: 'earlier',
  ArrowDown: 'later',
  Home: 'first',
  End: 'last',
};

/** Maps Alt with an arrow, Home or End, anywhere in the row, to a move. */
export function readMove({ altKey, key }: KeyboardEvent): Move | null {
  return altKey ? (moves[key] ?? null) : null;
}

const priorities = ['high', 'normal', 'low'] as const;

type RowMenuProps = {
  readonly job: DownloadJob;
  readonly actions: Pick<DownloadsActions, 'move' | 'prioritise' | 'cancel'>;
};

/** Less common actions of an unfinished download: reordering and cancelling. */
export function RowMenu({ job, actions }: RowMenuProps) {
  const { id, title, priority } = job;
  const listTurns = () => [
    ...priorities
      .filter((one) => one !== priority)
      .map((one) => ({
        label: t(`downloads.priorities.${one}`),
        icon: 'list' as const,
        onChoose: () => void actions.prioritise(id, one),
      })),
    { label: t('downloads.earlier'), icon: 'up' as const, onChoose: () => void actions.move(id, 'earlier') },
    { label: t('downloads.later'), icon: 'down' as const, onChoose: () => void actions.move(id, 'later') },
  ];
  const end = {
    label: t('common.cancel'),
    icon: 'close' as const,
    isGrave: true,
    onChoose: () => void actions.cancel([id]),
  };
  return (
    <MenuButton
      icon="more"
      label={t('downloads.menuOf', { title })}
      listItems={() => (hasTurn(job) ? [...listTurns(), end] : [end])}
    />
  );
}
