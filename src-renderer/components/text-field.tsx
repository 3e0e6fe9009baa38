import { type ComponentProps, useId } from 'react';

type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | null;
};

export function TextField({ label, hint, error = null, ...input }: TextFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
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
      />
      {note !== undefined && (
        <p id={noteId} className={error === null ? 'field-hint' : 'field-error'}>
          {note}
        </p>
      )}
    </div>
  );
}
