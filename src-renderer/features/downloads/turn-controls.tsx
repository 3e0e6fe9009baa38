import type { KeyboardEvent } from 'react';
import type { DownloadJob } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { t } from '../../text/text.ts';
import type { DownloadsActions, Move } from './downloads-store.ts';

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: 'earlier',
  ArrowDown: 'later',
  Home: 'first',
  End: 'last',
};

/** Alt with an arrow, Home or End, anywhere in the row. */
export function readMove({ altKey, key }: KeyboardEvent): Move | null {
  return altKey ? (moves[key] ?? null) : null;
}

type Priority = DownloadJob['priority'];
const priorities: readonly Priority[] = ['high', 'normal', 'low'];

type TurnControlsProps = {
  readonly job: DownloadJob;
  readonly actions: Pick<DownloadsActions, 'move' | 'prioritise'>;
};

/** When a download that does not run yet has its turn. */
export function TurnControls({ job: { id, title, priority }, actions }: TurnControlsProps) {
  const choose = (value: string) => {
    const chosen = priorities.find((one) => one === value);
    if (chosen !== undefined) void actions.prioritise(id, chosen);
  };
  return (
    <>
      <select
        className="input"
        aria-label={t('downloads.priorityOf', { title })}
        value={priority}
        onChange={(event) => choose(event.target.value)}
      >
        {priorities.map((one) => (
          <option key={one} value={one}>
            {t(`downloads.priorities.${one}`)}
          </option>
        ))}
      </select>
      <Button
        icon="up"
        title={t('downloads.earlierOf', { title })}
        aria-label={t('downloads.earlierOf', { title })}
        onClick={() => void actions.move(id, 'earlier')}
      />
      <Button
        icon="down"
        title={t('downloads.laterOf', { title })}
        aria-label={t('downloads.laterOf', { title })}
        onClick={() => void actions.move(id, 'later')}
      />
    </>
  );
}
