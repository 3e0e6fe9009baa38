import { t } from '../../text/text.ts';
import { Dialog } from './dialog.tsx';
import { Form, useForm } from './form.tsx';
import { TextField } from './text-field.tsx';

type NameDialogProps = {
  readonly title: string;
  readonly action: string;
  readonly name?: string;
  /** In characters. */
  readonly longest?: number;
  readonly onName: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
};

export function NameDialog(props: NameDialogProps) {
  const { title, action, name = '', longest = 100, onName, onClose } = props;
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
          maxLength={longest}
          autoComplete="off"
          {...form.bind('name')}
        />
      </Form>
    </Dialog>
  );
}
