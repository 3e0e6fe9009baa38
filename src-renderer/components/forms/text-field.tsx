import { type ComponentProps, type SyntheticEvent, useId, useState } from 'react';
import { describeValidity } from '../../lib/describe-validity.ts';

type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | null;
};

/** A field with its label, and below it the error from the browser or the server. */
export function TextField({ label, hint, error: given = null, onInput, ...input }: TextFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const [fault, setFault] = useState<string | null>(null);
  const error = fault ?? given;
  const note = error ?? hint;
  const refuse = (event: SyntheticEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    event.preventDefault(); // the browser's own bubble
    setFault(describeValidity(field));
    if (field.form?.querySelector(':invalid:not(fieldset)') === field) field.focus();
  };
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        aria-invalid={error !== null}
        aria-describedby={note === undefined ? undefined : noteId}
        {...input}
        onInvalid={refuse}
        onInput={(event) => {
          setFault(null);
          onInput?.(event);
        }}
      />
      {note !== undefined && (
        <p id={noteId} className={error === null ? 'field-hint' : 'field-error'}>
          {note}
        </p>
      )}
    </div>
  );
}
