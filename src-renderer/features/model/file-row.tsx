import type { ReactNode } from 'react';
import { formatBytes } from '../../lib/format-bytes.ts';
import { describeTriangles } from '../../lib/format-triangles.ts';
import { describePrice } from './download-label.ts';
import type { SceneFile } from './file-choice.ts';
import styles from './file-chooser.module.css';
import type { PriceState } from './price-state.ts';

type FileRowProps = {
  readonly file: SceneFile;
  readonly price: PriceState;
  readonly children: ReactNode;
};

export function FileRow({ file, price, children }: FileRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.rowMain}>
        <div className={styles.fileName}>
          {file.fileName}
          {file.variant !== null && <span className="tag">{file.variant}</span>}
        </div>
        <div className={styles.path}>{file.relativePath}</div>
        <div className={styles.rowFacts}>
          {file.triangles !== null && <span>{describeTriangles(file.triangles)}</span>}
          <span>{describeSize(file)}</span>
          <span className={styles.priceState} data-kind={price.kind}>
            {describePrice(price)}
          </span>
        </div>
      </div>
      <div className={styles.action}>{children}</div>
    </li>
  );
}

function describeSize({ sizeBytes, supportFilesCount, supportBytes }: SceneFile): string {
  if (supportFilesCount === 0) return formatBytes(sizeBytes);
  const noun = supportFilesCount === 1 ? 'support file' : 'support files';
  return `${formatBytes(sizeBytes)} + ${supportFilesCount} ${noun} (${formatBytes(supportBytes)})`;
}
