import { useState } from 'react';
import type { InputOf, OutputOf } from '../../../server/contract/index.ts';
import type { Api } from '../../api/api.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import dialogStyles from '../../components/forms/dialog.module.css';
import { Dialog } from '../../components/forms/dialog.tsx';
import { Form, useForm } from '../../components/forms/form.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Tick } from '../../components/forms/tick.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { t } from '../../text/text.ts';

type ShareButtonProps = {
  readonly api: Api<'share'>;
  readonly title: string;
  readonly target: Pick<InputOf<'share'>, 'guid' | 'collectionId' | 'view'>;
};

/** Creates a link that shows a model or a collection to people without an account. */
export function ShareButton(props: ShareButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="link" onClick={() => setOpen(true)}>
        {t('share.button')}
      </Button>
      {isOpen && <ShareDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function ShareDialog({ api, title, target, onClose }: ShareButtonProps & { readonly onClose: () => void }) {
  const form = useForm({});
  const [days, setDays] = useState(7);
  const [withFiles, setWithFiles] = useState(false);
  const [made, setMade] = useState<OutputOf<'share'> | null>(null);
  if (made !== null)
    return (
      <Dialog key="made" title={t('share.made')} onClose={onClose}>
        <TextField
          label={t('share.link')}
          value={made.url}
          readOnly
          hint={t('share.madeHint', { date: formatDate(made.expiresAt) })}
        />
        <div className={dialogStyles.actions}>
          <CopyButton text={made.embed} label={t('share.copyFrame')} />
          <CopyButton text={made.url} label={t('share.copy')} variant="plain" />
          <Button variant="primary" onClick={onClose}>
            {t('common.done')}
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={t('share.title', { title })} onClose={onClose}>
      <Form
        form={form}
        onCancel={onClose}
        onSend={async () => setMade(await api.call('share', { ...target, days, withFiles }))}
        action={t('share.make')}
      >
        <p>{t('share.hint')}</p>
        <SelectField
          label={t('share.ends')}
          value={days}
          options={[1, 7, 30].map((count) => [count, t('share.days', { count })])}
          onChoose={setDays}
        />
        <Tick isOn={withFiles} onTurn={setWithFiles}>
          {t('share.withFiles')}
        </Tick>
      </Form>
    </Dialog>
  );
}
