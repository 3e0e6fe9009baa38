import { t } from '../../text/text.ts';
import { Dialog } from './dialog.tsx';
import { Form, useForm } from './form.tsx';
import { TextField } from './text-field.tsx';

type NameDialogProps = {
  readonly title: string;
  readonly action: string;
  readonly name?: string;
  readonly onName: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
};

/** Asks what a collection or a project is called. */
export function NameDialog({ title, action, name = '', onName, onClose }: NameDialogProps) {
  const form = useForm({ name });
  const send = async () => {
    await onName(form.values.name);
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} onSend={send} action={action} onCancel={onClose}>
        <TextField
          label={t('collections.name')}
          required
          maxLength={100}
          autoComplete="off"
          {...form.bind('name')}
        />
      </Form>
    </Dialog>
  );
}
