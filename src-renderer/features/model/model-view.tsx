import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { ModelDetails } from '../../../server/contract/discovery.ts';
import { LiveRegion } from '../../components/live-region.tsx';
import { Poster } from '../../components/poster.tsx';
import { t } from '../../text/text.ts';
import { readViewKey } from '../../viewer/view-command.ts';
import styles from './model-view.module.css';
import { PreviewBar } from './preview-bar.tsx';
import { createPreviewStore, type PreviewStore } from './preview-store.ts';
import { describePreview } from './preview-words.ts';
import { useClosingKey } from './use-closing-key.ts';

const createStore = () =>
  createPreviewStore({
    loadViewer: async () => (await import('../../viewer/open-viewer.ts')).openViewer,
    isStill: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
  });

/** The largest picture there is, and in its place, once asked for, the model itself. */
export function ModelView({ details }: { readonly details: ModelDetails }) {
  const { category, title, previewLargeUrl, previewMediumUrl, glb1kUrl } = details;
  const url = previewLargeUrl ?? previewMediumUrl;
  const [store] = useState(createStore);
  const { status, triangles } = useStore(
    store,
    useShallow(({ status, triangles }) => ({ status, triangles })),
  );
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => store.getState().close, [store]);
  const open = () => {
    if (glb1kUrl !== null && host.current) store.getState().open(glb1kUrl, host.current);
  };
  return (
    <figure className={styles.view}>
      <div className={styles.pane}>
        <Poster category={category} formats={details.formats} url={url} />
        <Canvas store={store} host={host} title={title} />
      </div>
      {glb1kUrl !== null && <PreviewBar store={store} host={host} onOpen={open} />}
      <figcaption className="visually-hidden">
        {url === null ? t('preview.drawing', { title }) : t('preview.picture', { title })}
      </figcaption>
      <LiveRegion text={describePreview(status, triangles)} />
    </figure>
  );
}

type CanvasProps = {
  readonly store: PreviewStore;
  readonly host: React.RefObject<HTMLDivElement | null>;
  readonly title: string;
};

/** Over the picture; what fills it comes with the viewer. */
function Canvas({ store, host, title }: CanvasProps) {
  const id = useId();
  const status = useStore(store, (state) => state.status);
  const { perform, close } = store.getState();
  const isShown = status === 'shown';
  useClosingKey(isShown || status === 'loading', close);
  const press = (event: KeyboardEvent) => {
    const command = readViewKey(event);
    if (command === null) return;
    event.preventDefault();
    perform(command);
  };
  return (
    <>
      <div
        ref={host}
        className={styles.canvas}
        data-shown={isShown}
        role="application"
        aria-label={t('preview.application', { title })}
        aria-describedby={id}
        tabIndex={isShown ? 0 : -1}
        onKeyDown={press}
      />
      <p id={id} hidden>
        {t('preview.instructions')}
      </p>
    </>
  );
}
