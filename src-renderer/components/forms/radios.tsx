import { type ReactNode, useId } from 'react';

type RadiosProps<Value extends string> = {
  readonly legend: string;
  readonly hint?: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, text: ReactNode])[];
  readonly onChoose: (value: Value) => void;
  /** Consequences of the choice. */
  readonly children?: ReactNode;
};

export function Radios<Value extends string>(props: RadiosProps<Value>) {
  const { legend, hint, value, options, onChoose, children } = props;
  const id = useId();
  return (
    <fieldset className="stack gap-1" aria-describedby={hint && `${id}-hint`}>
      <legend className="field-label">{legend}</legend>
      {options.map(([one, text]) => (
        <label key={one} className="tick">
          <input type="radio" name={id} checked={one === value} onChange={() => onChoose(one)} />
          {text}
        </label>
      ))}
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
