import { useId } from 'react';

type ChoiceProps = {
  readonly label: string;
  readonly hint: string;
  readonly value: string | number;
  readonly options: readonly { readonly value: string | number; readonly label: string }[];
  readonly onChoose: (value: string) => void;
};

/** A select with its label and what it does. */
export function Choice({ label, hint, value, options, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div>
        <select
          id={id}
          className="input"
          value={value}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChoose(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      <p id={`${id}-hint`} className="field-hint">
        {hint}
      </p>
    </div>
  );
}
