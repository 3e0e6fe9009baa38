import { useId } from 'react';
import type { LibraryPlace } from '../../../src-main/platform/ipc/contract.ts';
import { t } from '../../text/text.ts';
import styles from './downloads.module.css';

type LibraryChoiceProps = {
  readonly places: readonly LibraryPlace[];
  /** Folder of the library. */
  readonly value: string;
  readonly onChoose: (folder: string) => void;
};

/** Which library a download goes to; nothing where there is only one. */
export function LibraryChoice({ places, value, onChoose }: LibraryChoiceProps) {
  const id = useId();
  if (places.length < 2) return null;
  return (
    <span className={styles.destination}>
      <label className="field-label" htmlFor={id}>
        {t('downloads.destination')}
      </label>
      <select id={id} className="input" value={value} onChange={({ target }) => onChoose(target.value)}>
        {places.map(({ folder, name, absence }) => (
          <option key={folder} value={folder} disabled={absence !== null}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
