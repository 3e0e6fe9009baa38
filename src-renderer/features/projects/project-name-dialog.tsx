import { Dialog } from '../../components/forms/dialog.tsx';
import { Form, useForm } from '../../components/forms/form.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { t } from '../../text/text.ts';

type ProjectNameDialogProps = {
  readonly title: string;
  readonly action: string;
  readonly name?: string;
  readonly onName: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
};

export function ProjectNameDialog({ title, action, name = '', onName, onClose }: ProjectNameDialogProps) {
  const form = useForm({ name });
  const send = async () => {
    await onName(form.values.name);
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} onSend={send} action={action} onCancel={onClose}>
        <TextField
          label={t('projects.name')}
          required
          maxLength={100}
          autoComplete="off"
          {...form.bind('name')}
        />
      </Form>
    </Dialog>
  );
}
