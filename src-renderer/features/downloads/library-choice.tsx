import type { LibraryPlace } from '../../../src-main/platform/ipc/contract.ts';
import { SelectField } from '../../components/forms/select-field.tsx';
import { t } from '../../text/text.ts';
import styles from './downloads.module.css';

type LibraryChoiceProps = {
  readonly places: readonly LibraryPlace[];
  /** Folder of the library. */
  readonly value: string;
  readonly onChoose: (folder: string) => void;
};

/** The library of a download; nothing if there is only one. */
export function LibraryChoice({ places, value, onChoose }: LibraryChoiceProps) {
  if (places.length < 2) return null;
  return (
    <SelectField
      isBeside
      label={t('downloads.destination')}
      className={styles.destination}
      options={places.map(({ folder, name, absence }) => [folder, name, absence !== null])}
      {...{ value, onChoose }}
    />
  );
}
