import { type ComponentProps, useId } from 'react';
import { joinClasses } from '../../lib/join-classes.ts';

type SelectProps<Value extends string | number> = Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, text: string, isOff?: boolean])[];
  readonly onChoose: (value: Value) => void;
};

/** A drop-down list. `aria-label` names it if it has no label next to it. */
export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const { options, className, onChoose, ...select } = props;
  return (
    <select
      className={joinClasses('input', className)}
      onChange={({ target }) => {
        const chosen = options.find(([value]) => String(value) === target.value);
        if (chosen) onChoose(chosen[0]);
      }}
      {...select}
    >
      {options.map(([value, text, isOff]) => (
        <option key={value} value={value} disabled={isOff}>
          {text}
        </option>
      ))}
    </select>
  );
}

type SelectFieldProps<Value extends string | number> = SelectProps<Value> & {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Puts the label before the list, not above it. */
  readonly isBeside?: boolean;
};

/** A labelled drop-down list; with a hint, it is no wider than its options. */
export function SelectField<Value extends string | number>(props: SelectFieldProps<Value>) {
  const { label, hint, isBeside = false, ...select } = props;
  const id = useId();
  const list = <Select id={id} aria-describedby={hint && `${id}-hint`} {...select} />;
  return (
    <div className={isBeside ? 'row middle gap-2' : 'field'}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {hint === undefined ? list : <div>{list}</div>}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
