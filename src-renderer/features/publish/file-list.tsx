import { Button } from '../../components/button.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { translateSentence } from '../../errors/translate-sentence.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { t } from '../../text/text.ts';
import styles from './file-list.module.css';
import { measureSending, type OutgoingFile } from './outbox.ts';

type FileListProps = {
  readonly files: readonly OutgoingFile[];
  readonly discard: (relativePaths: readonly string[]) => Promise<void>;
};

/** The upload progress of every file, and above them of all. */
export function FileList({ files, discard }: FileListProps) {
  const { sentBytes, sizeBytes, done } = measureSending(files);
  const isSending = done < files.length;
  const lacking = files.filter(({ state }) => state === 'lacking').length;
  return (
    <section className="stack gap-3" aria-label={t('publish.files')}>
      <header className="row middle between gap-4">
        <div>
          <h2>{t('publish.fileCount', { count: files.length })}</h2>
          <p className="field-hint">
            {isSending
              ? t('publish.sentOf', { sent: formatBytes(sentBytes), all: formatBytes(sizeBytes) })
              : t('publish.allSent', { all: formatBytes(sizeBytes) })}
          </p>
        </div>
        <Button variant="quiet" onClick={() => void discard(files.map(({ relativePath }) => relativePath))}>
          {t('publish.discard')}
        </Button>
      </header>
      {isSending && (
        <ProgressBar label={t('publish.sendingAll')} value={sizeBytes === 0 ? 0 : sentBytes / sizeBytes} />
      )}
      {lacking > 0 && <p className={styles.lacking}>{t('publish.lacking', { count: lacking })}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled by keys as well */}
      <ul className={`rows ${styles.rows}`} tabIndex={0} aria-label={t('publish.files')}>
        {files.map((file) => (
          <Row key={file.relativePath} file={file} discard={discard} />
        ))}
      </ul>
    </section>
  );
}

type RowProps = Omit<FileListProps, 'files'> & { readonly file: OutgoingFile };

function Row({ file, discard }: RowProps) {
  const { relativePath, sizeBytes, state, error } = file;
  const slash = relativePath.lastIndexOf('/') + 1;
  return (
    <li className={styles.row} data-state={state}>
      <span className={styles.name} title={relativePath}>
        <span className={styles.folder}>{relativePath.slice(0, slash)}</span>
        {relativePath.slice(slash)}
      </span>
      <span className={styles.state}>{describeState(file)}</span>
      <span className={styles.size}>{formatBytes(sizeBytes)}</span>
      <Button
        variant="quiet"
        aria-label={t('publish.remove', { name: relativePath })}
        icon="close"
        onClick={() => void discard([relativePath])}
      />
      {error !== null && (
        <p className={styles.rowError} role={state === 'failed' ? 'alert' : undefined}>
          {state === 'failed'
            ? translateSentence(error)
            : t('publish.pausing', { reason: translateSentence(error) })}
        </p>
      )}
    </li>
  );
}

function describeState({ state, sentBytes, sizeBytes }: OutgoingFile): string {
  if (state !== 'sending' || sizeBytes === 0) return t(`publish.states.${state}`);
  return t('publish.percent', { percent: Math.floor((sentBytes / sizeBytes) * 100) });
}
