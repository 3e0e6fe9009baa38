import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../text/text.ts';
import { type Chosen, readChosen, readDropped } from './dropped-files.ts';
import styles from './publish.module.css';

type DropZoneProps = {
  /** Smaller, next to existing files. */
  readonly isSmall: boolean;
  readonly add: (chosen: readonly Chosen[]) => void;
};

const kinds = ['files', 'folder'] as const;

/** Accepts files and folders that are dropped, or chosen by pointer or keyboard. */
export function DropZone({ isSmall, add }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const inputs = { files: useRef<HTMLInputElement>(null), folder: useRef<HTMLInputElement>(null) };
  const take = (chosen: readonly Chosen[]) => {
    setFault(chosen.length === 0 ? t('publish.nothing') : null);
    if (chosen.length > 0) add(chosen);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    readDropped(event.dataTransfer).then(take, () => setFault(t('publish.unreadable')));
  };
  return (
    <section
      aria-label={t('publish.dropLabel')}
      className={styles.drop}
      data-small={isSmall}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {!isSmall && (
        <span className={styles.dropIcon}>
          <Icon name="upload" size={28} />
        </span>
      )}
      <div className={styles.dropText}>
        <p className={styles.dropTitle}>{isSmall ? t('publish.dropMore') : t('publish.drop')}</p>
        {!isSmall && <p className="field-hint">{t('publish.dropHint')}</p>}
      </div>
      <div className={`row wrap gap-3 ${styles.choices}`}>
        {kinds.map((kind) => (
          <span key={kind}>
            <Button
              icon={kind === 'folder' ? 'folder' : 'cube'}
              variant={isSmall || kind === 'folder' ? 'plain' : 'primary'}
              onClick={() => inputs[kind].current?.click()}
            >
              {t(`publish.choose.${kind}`)}
            </Button>
            <input
              ref={inputs[kind]}
              type="file"
              multiple
              hidden
              aria-label={t(`publish.choose.${kind}`)}
              {...(kind === 'folder' && { webkitdirectory: '' })}
              onChange={({ target }) => {
                take(readChosen(target.files ?? []));
                target.value = '';
              }}
            />
          </span>
        ))}
      </div>
      {fault !== null && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </section>
  );
}
