import { useEffect, useState } from 'react';
import type { KeptVersion } from '../../../server/contract/publish.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatDate } from '../../lib/format-date.ts';
import { t } from '../../text/text.ts';
import styles from './earlier-versions.module.css';

type EarlierVersionsProps = {
  /** Loads the versions that the user may download. */
  readonly load: () => Promise<readonly KeptVersion[]>;
  /** Returns a file's address on a page; absent if the page cannot fetch it. */
  readonly hrefOf?: (url: string) => string;
  /** Opens the page where they can be downloaded; absent if that is this one. */
  readonly open?: () => void;
};

/** Earlier versions of a model, file by file; empty for users who do not own it, or if none is kept. */
export function EarlierVersions({ load, hrefOf, open }: EarlierVersionsProps) {
  const [versions, setVersions] = useState<readonly KeptVersion[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the model, which is the key of this
  useEffect(() => {
    let isLeft = false;
    load().then(
      (kept) => !isLeft && setVersions(kept),
      () => {}, // most models have none, and those of a library never do
    );
    return () => {
      isLeft = true;
    };
  }, []);
  if (versions.length === 0) return null;
  return (
    <section className="stack gap-2" aria-label={t('model.versions.title')}>
      <h2>{t('model.versions.title')}</h2>
      {versions.map(({ version, replacedAt, files }) => (
        <details key={version} className={styles.version}>
          <summary>
            {t('model.versions.version', { version })}
            <span>{t('model.versions.until', { date: formatDate(replacedAt), count: files.length })}</span>
          </summary>
          <ul>
            {files.map(({ relativePath, sizeBytes, url }) => (
              <li key={relativePath}>
                {hrefOf === undefined ? (
                  <span className="shrinkable breakable">{relativePath}</span>
                ) : (
                  <a className="shrinkable breakable" href={hrefOf(url)} download>
                    <Icon name="downloads" size={14} /> {relativePath}
                  </a>
                )}
                <span>{formatBytes(sizeBytes)}</span>
              </li>
            ))}
          </ul>
        </details>
      ))}
      {open && (
        <Button variant="plain" onClick={open}>
          {t('model.versions.open')}
        </Button>
      )}
    </section>
  );
}
