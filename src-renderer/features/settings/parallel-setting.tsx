import { useId } from 'react';
import type { Settings } from '../../../src-main/ipc/contract.ts';

type ParallelSettingProps = {
  readonly value: number;
  readonly onUpdate: (change: Partial<Settings>) => void;
};

const choices = [1, 2, 3, 4, 5, 6, 7, 8];

export function ParallelSetting({ value, onUpdate }: ParallelSettingProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        Files fetched at the same time
      </label>
      <div>
        <select
          id={id}
          className="input"
          value={value}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onUpdate({ parallelDownloads: Number(event.target.value) })}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      </div>
      <p id={`${id}-hint`} className="field-hint">
        Fewer leaves more of a shared line to others.
      </p>
    </div>
  );
}
