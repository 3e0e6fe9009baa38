import { type ComponentProps, useId } from 'react';

type TickProps = Omit<ComponentProps<'input'>, 'checked' | 'onChange'> & {
  readonly isOn: boolean;
  readonly onTurn: (isOn: boolean) => void;
  readonly hint?: string;
};

/** A checkbox with its label, and an explanation below. */
export function Tick({ isOn, onTurn, hint, children, ...input }: TickProps) {
  const id = useId();
  const tick = (
    <label className="tick">
      <input
        type="checkbox"
        checked={isOn}
        aria-describedby={hint && id}
        onChange={({ target }) => onTurn(target.checked)}
        {...input}
      />
      {children}
    </label>
  );
  if (hint === undefined) return tick;
  return (
    <div className="field">
      {tick}
      <p id={id} className="field-hint">
        {hint}
      </p>
    </div>
  );
}
