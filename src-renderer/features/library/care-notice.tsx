import { textOf, type Words } from '../../../server/contract/sentence.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { Said } from '../../components/said.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { t } from '../../text/text.ts';
import type { CareNote, CareStore } from './care/care-store.ts';
import styles from './library.module.css';

/** The current or last change of models, and how to undo it. */
export function CareNotice({ store }: { readonly store: CareStore }) {
  const { work, note, error } = usePicked(store, 'work', 'note', 'error');
  const { undo, discard, dismiss } = store.getState();
  if (error !== null)
    return (
      <ErrorNotice error={error}>
        <Button onClick={dismiss}>{t('common.close')}</Button>
      </ErrorNotice>
    );
  if (work !== null)
    return (
      <Notice tone="info">{t(`library.work.${work.kind}`, { done: work.done, count: work.total })}</Notice>
    );
  if (note === null) return null;
  const canUndo = note.kind === 'removed' && note.done.length > 0;
  return (
    <Notice tone={isGood(note) ? 'good' : 'warn'}>
      <div className={`row wrap middle ${styles.note}`}>
        <div>
          {describeNote(note).map((line) => (
            <p key={textOf(line)}>
              <Said>{line}</Said>
            </p>
          ))}
        </div>
        {canUndo && (
          <>
            <Button icon="undo" onClick={undo}>
              {t('common.undo')}
            </Button>
            <Button variant="quiet" onClick={discard}>
              {t('library.discard')}
            </Button>
          </>
        )}
        <Button variant="quiet" icon="close" aria-label={t('common.close')} onClick={dismiss} />
      </div>
    </Notice>
  );
}

const isGood = (note: CareNote) =>
  note.kind === 'checked' ? note.missing + note.edited === 0 : note.refused.length === 0;

function describeNote(note: CareNote): readonly Words[] {
  if (note.kind === 'checked') {
    const { count, missing, edited } = note;
    if (missing + edited === 0) return [t('library.checkedWhole', { count })];
    return [t('library.checkedFaults', { count, missing: String(missing), edited: String(edited) })];
  }
  if (note.kind === 'restored') return [t('library.restored', { count: note.count }), ...note.refused];
  const { done, refused } = note;
  const size = formatBytes(done.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  const kept = done.reduce((sum, removal) => sum + removal.kept.length, 0);
  const [first] = done;
  const removed =
    first && done.length === 1
      ? [t('library.removedOne', { title: first.title, size })]
      : [t('library.removed', { count: done.length, size })];
  return [
    ...(done.length > 0 ? removed : []),
    ...(kept > 0 ? [t('library.removedKept', { count: kept })] : []),
    ...refused,
  ];
}
