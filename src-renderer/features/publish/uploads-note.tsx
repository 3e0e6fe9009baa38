import { useStore } from 'zustand';
import { LinkButton } from '../../components/button.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { Said } from '../../components/said.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { t } from '../../text/text.ts';
import { measureSending, type Outbox } from './outbox.ts';
import styles from './uploads-note.module.css';

type UploadsNoteProps = { readonly outbox: Outbox; readonly publishHref: string };

/** Progress of the files being uploaded for publishing; nothing if there are none. */
export function UploadsNote({ outbox, publishHref }: UploadsNoteProps) {
  const files = useStore(outbox, (state) => state.files);
  if (files.length === 0) return null;
  const { sentBytes, sizeBytes, done } = measureSending(files);
  const trouble = files.find(({ error }) => error !== null)?.error;
  return (
    <section className={styles.note} aria-label={t('publish.uploads')}>
      <div className={styles.noteText}>
        <h2>{t('publish.uploads')}</h2>
        <p>
          {done === files.length
            ? t('publish.readyToPublish', { count: files.length })
            : t('publish.uploadsOf', {
                ...{ done, count: files.length },
                ...{ sent: formatBytes(sentBytes), all: formatBytes(sizeBytes) },
              })}
        </p>
        {trouble && (
          <p className="field-error">
            <Said>{trouble}</Said>
          </p>
        )}
      </div>
      <LinkButton href={publishHref}>{t('publish.goToPublish')}</LinkButton>
      {done < files.length && (
        <ProgressBar label={t('publish.sendingAll')} value={sizeBytes === 0 ? 0 : sentBytes / sizeBytes} />
      )}
    </section>
  );
}
