import { useState } from 'react';
import type { JoinAnswer } from '../../../../src-main/platform/ipc/contract.ts';
import { ConfirmDialog } from '../../../components/forms/confirm-dialog.tsx';
import { t } from '../../../text/text.ts';
import type { JoinServer } from '../parts/settings-store.ts';
import { PlainServerDialog } from './plain-server-dialog.tsx';

type JoinLinkDialogProps = {
  /** Origin that a link proposes; anyone can have created the link. */
  readonly server: string;
  readonly onJoin: JoinServer;
  readonly onJoined: () => void;
  readonly onClose: () => void;
};

/** Asks before a link changes the server, and again if the connection is not encrypted. */
export function JoinLinkDialog({ server, onJoin, onJoined, onClose }: JoinLinkDialogProps) {
  const [question, setQuestion] = useState<Extract<JoinAnswer, { status: 'ask' }> | null>(null);
  const join: JoinServer = async (request) => {
    const answer = await onJoin(request);
    if (answer.status === 'joined') onJoined();
    return answer;
  };
  if (question !== null) return <PlainServerDialog question={question} onJoin={join} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={t('settings.joinLink.title')}
      action={t('settings.joinLink.connect')}
      variant="primary"
      onConfirm={async () => {
        const answer = await join({ address: server, accepted: null });
        if (answer.status === 'joined') return onClose();
        setQuestion(answer);
      }}
      onClose={onClose}
      staysOpen
    >
      <p>{t('settings.joinLink.where', { server })}</p>
      <p>{t('settings.joinLink.risk')}</p>
    </ConfirmDialog>
  );
}
