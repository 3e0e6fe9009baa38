import { type ReactNode, useId } from 'react';

type SelectFieldProps = {
  readonly label: string;
  readonly hint?: string;
  readonly value: string | number;
  readonly isDisabled?: boolean;
  readonly onChoose: (value: string) => void;
  /** The options. */
  readonly children: ReactNode;
};

/** A labelled list of choices; with a hint, it is no wider than its options. */
export function SelectField({
  label,
  hint,
  value,
  isDisabled = false,
  onChoose,
  children,
}: SelectFieldProps) {
  const id = useId();
  const select = (
    <select
      id={id}
      className="input"
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      disabled={isDisabled}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
    >
      {children}
    </select>
  );
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {hint === undefined ? select : <div>{select}</div>}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
