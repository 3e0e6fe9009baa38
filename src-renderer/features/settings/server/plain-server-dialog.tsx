import type { JoinAnswer } from '../../../../src-main/platform/ipc/contract.ts';
import { ConfirmDialog } from '../../../components/forms/confirm-dialog.tsx';
import { t } from '../../../text/text.ts';
import type { JoinServer } from '../parts/settings-store.ts';

/** An unencrypted server on the user's own network, to be confirmed before a sign-in is sent. */
export type PlainServerQuestion = Extract<JoinAnswer, { status: 'ask' }>;

type PlainServerDialogProps = {
  readonly question: PlainServerQuestion;
  readonly onJoin: JoinServer;
  readonly onClose: () => void;
};

/** The only question before a sign-in travels unencrypted. */
export function PlainServerDialog({ question, onJoin, onClose }: PlainServerDialogProps) {
  const { address, addresses } = question;
  return (
    <ConfirmDialog
      title={t('settings.plainServer.title')}
      action={t('settings.plainServer.connect')}
      onConfirm={() => onJoin({ address, accepted: address })}
      onClose={onClose}
    >
      <p>{t('settings.plainServer.where', { server: address, address: addresses.join(', ') })}</p>
      <p>{t('settings.plainServer.risk')}</p>
    </ConfirmDialog>
  );
}
