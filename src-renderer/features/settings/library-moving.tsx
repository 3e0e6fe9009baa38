import type { LibraryMove } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { Said } from '../../components/said.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { t } from '../../text/text.ts';
import styles from './library-setting.module.css';

type LibraryMovingProps = {
  readonly move: LibraryMove;
  readonly onChange: (what: 'pauseMove' | 'resumeMove' | 'cancelMove') => void;
};

export function LibraryMoving({ move, onChange }: LibraryMovingProps) {
  const { from, to, status, doneFiles, totalFiles, doneBytes, totalBytes, message } = move;
  const isGoing = status === 'moving' || status === 'clearing';
  const sums = {
    ...{ done: formatBytes(doneBytes), total: formatBytes(totalBytes) },
    ...{ doneFiles, count: totalFiles },
  };
  return (
    <section
      className={`stack gap-3 shrinkable breakable ${styles.moving}`}
      aria-label={t('libraries.moving.title')}
    >
      <p>{t('libraries.moving.way', { from, to })}</p>
      <ProgressBar
        label={t('libraries.moving.title')}
        value={totalBytes === 0 ? null : doneBytes / totalBytes}
      />
      <p role="status">
        {t(`libraries.moving.status.${status}`)}
        {totalFiles > 0 && ` · ${t('libraries.moving.sums', sums)}`}
      </p>
      {message !== null && (
        <p className="field-error">
          <Said>{message}</Said>
        </p>
      )}
      <div className="row wrap gap-2">
        {isGoing ? (
          <Button icon="pause" onClick={() => void onChange('pauseMove')}>
            {t('libraries.moving.pause')}
          </Button>
        ) : (
          <Button icon="play" onClick={() => void onChange('resumeMove')}>
            {t('libraries.moving.resume')}
          </Button>
        )}
        {status !== 'clearing' && (
          <Button onClick={() => void onChange('cancelMove')}>{t('common.cancel')}</Button>
        )}
      </div>
      <p className="field-hint">{t('libraries.moving.hint')}</p>
    </section>
  );
}
