import { readDropped } from '../features/publish/dropped-files.ts';
import type { Outbox } from '../features/publish/outbox.ts';

type Parts = {
  readonly target: Pick<Window, 'addEventListener'>;
  readonly outbox: Outbox;
  readonly mayPublish: () => boolean;
  readonly showPublish: () => void;
};

/**
 * Files and folders may be dropped anywhere on the window: what is dropped is to be published. Where people may not publish
 * nothing happens, so that no page is lost to a file that missed its place.
 */
export function followDrops({ target, outbox, mayPublish, showPublish }: Parts): void {
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
  target.addEventListener('dragover', (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  target.addEventListener('drop', (event) => {
    const { dataTransfer } = event;
    // The page's own place for files has taken them already.
    if (dataTransfer === null || !hasFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    if (!mayPublish()) return;
    void readDropped(dataTransfer).then(outbox.getState().add);
    showPublish();
  });
}
