import type { ServerCheck } from '../../../src-main/ipc/contract.ts';
import { Notice } from '../../components/notice.tsx';
import { Said } from '../../components/said.tsx';
import { t } from '../../text/text.ts';
import own from './own-server.module.css';

/** What the check of the server in this app found, and what helps. */
export function CheckResult({ isSound, findings, more, counts, trouble }: ServerCheck) {
  const compared = counts === null ? null : t('ownServer.health.compared', counts);
  if (trouble !== null)
    return (
      <Notice tone="bad">
        <Said>{trouble}</Said>
      </Notice>
    );
  if (isSound)
    return (
      <Notice tone="good">
        {t('ownServer.health.sound')} {compared}
      </Notice>
    );
  return (
    <Notice tone="bad">
      <p className={own.verdict}>{t('ownServer.health.found', { count: findings.length + more })}</p>
      <ul className={own.findings}>
        {findings.map(({ kind, what, advice }) => (
          <li key={what}>
            <Said>{what}</Said>{' '}
            {advice === null ? t(`ownServer.health.cures.${kind}`) : <Said>{advice}</Said>}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t('ownServer.health.more', { count: more })}</p>}
      <p>{compared ?? t('ownServer.health.unfinished')}</p>
    </Notice>
  );
}
