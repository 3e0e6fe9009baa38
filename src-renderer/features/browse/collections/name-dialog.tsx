import { type FormEvent, useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { FormActions } from '../../../components/form-actions.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useAttempt } from '../../../components/use-attempt.ts';
import { t } from '../../../text/text.ts';

type NameDialogProps = {
  readonly title: string;
  readonly action: string;
  readonly name?: string;
  readonly onName: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
};

/** Asks what a collection is called. */
export function NameDialog({ title, action, name = '', onName, onClose }: NameDialogProps) {
  const [text, setText] = useState(name);
  const { isBusy, error, attempt } = useAttempt();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      await onName(text);
      onClose();
    });
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <TextField
          label={t('collections.name')}
          required
          maxLength={100}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {error !== null && <ErrorNotice error={error} />}
        <FormActions action={action} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
