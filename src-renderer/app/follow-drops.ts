import { readDropped } from '../../features/publish/dropped-files.ts';
import type { Outbox } from '../../features/publish/outbox.ts';

type Parts = {
  readonly target: Pick<Window, 'addEventListener'>;
  readonly outbox: Outbox;
  readonly mayPublish: () => boolean;
  readonly showPublish: () => void;
};

/** Files and folders may be dropped anywhere on the window: what is dropped is to be published. */
export function followDrops({ target, outbox, mayPublish, showPublish }: Parts): void {
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
  target.addEventListener('dragover', (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  target.addEventListener('drop', (event) => {
    const { dataTransfer } = event;
    if (dataTransfer === null || !hasFiles(event)) return;
    event.preventDefault();
    if (!mayPublish()) return;
    void readDropped(dataTransfer).then(outbox.getState().add);
    showPublish();
  });
}
