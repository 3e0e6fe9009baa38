import { useState } from 'react';
import { wordsOf } from '../../../../server/contract/errors.ts';
import type { Words } from '../../../../server/contract/sentence.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Said } from '../../../components/said.tsx';
import { toAppError } from '../../../errors/describe-error.ts';
import { t } from '../../../text/text.ts';
import styles from '../parts/settings.module.css';
import type { FindServers } from '../parts/settings-store.ts';

type ServersNearbyProps = {
  readonly onFind: FindServers;
  /** Called with the address; does not join it. */
  readonly onPick: (address: string) => void;
};

/** Servers announced on the local network, to pick an address from. */
export function ServersNearby({ onFind, onPick }: ServersNearbyProps) {
  const [found, setFound] = useState<Awaited<ReturnType<FindServers>> | 'looking' | null>(null);
  const [problem, setProblem] = useState<Words | null>(null);
  const look = async () => {
    setFound('looking');
    setProblem(null);
    try {
      setFound(await onFind());
    } catch (error) {
      setFound(null);
      setProblem(wordsOf(toAppError(error)));
    }
  };
  const isLooking = found === 'looking';
  return (
    <>
      <div className={styles.buttons}>
        <Button icon="search" onClick={() => void look()} disabled={isLooking}>
          {isLooking ? t('settings.nearby.looking') : t('settings.nearby.look')}
        </Button>
      </div>
      {problem !== null && (
        <Notice tone="bad">
          <Said>{problem}</Said>
        </Notice>
      )}
      {Array.isArray(found) && found.length === 0 && <Notice tone="info">{t('settings.nearby.none')}</Notice>}
      {Array.isArray(found) && found.length > 0 && (
        <ul className="stack to-start gap-2" aria-label={t('settings.nearby.list')}>
          {found.map(({ name, address }) => (
            <li key={address}>
              <Button onClick={() => onPick(address)}>{t('settings.nearby.pick', { name, address })}</Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
