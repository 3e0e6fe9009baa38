import { type ComponentProps, useState } from 'react';
import { Button } from '../button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

type AskButtonProps = Omit<ComponentProps<typeof ConfirmDialog>, 'onClose'> & {
  readonly button: Omit<ComponentProps<typeof Button>, 'onClick'>;
};

/** A button that asks for confirmation. */
export function AskButton({ button, ...dialog }: AskButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setIsAsking(true)} />
      {isAsking && <ConfirmDialog {...dialog} onClose={() => setIsAsking(false)} />}
    </>
  );
}
