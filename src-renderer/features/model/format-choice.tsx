import type { FileChoice } from './file-choice.ts';
import styles from './file-chooser.module.css';

type FormatChoiceProps = {
  readonly formats: FileChoice['formats'];
  readonly chosen: string;
  readonly onChoose: (format: string) => void;
};

export function FormatChoice({ formats, chosen, onChoose }: FormatChoiceProps) {
  return (
    <fieldset className={styles.formats}>
      <legend className="visually-hidden">Format</legend>
      {formats.map(({ format, count }) => (
        <label key={format} className={styles.format}>
          <input
            type="radio"
            name="format"
            className="visually-hidden"
            checked={format === chosen}
            onChange={() => onChoose(format)}
          />
          {format.toUpperCase()}
          {count > 1 && <span className={styles.formatCount}>{count} files</span>}
        </label>
      ))}
    </fieldset>
  );
}
