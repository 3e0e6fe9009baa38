import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { t } from '../../text/text.ts';
import styles from './model-view.module.css';
import type { PreviewStore } from './preview-store.ts';
import { describeProgress, describeTopology, measureProgress } from './preview-words.ts';

type PreviewBarProps = {
  readonly store: PreviewStore;
  readonly host: RefObject<HTMLElement | null>;
  readonly onOpen: () => void;
};

const looks = {
  picture: { icon: 'cube', label: 'preview.open' },
  loading: { icon: 'close', label: 'common.cancel' },
  shown: { icon: 'picture', label: 'preview.showPicture' },
  failed: { icon: 'retry', label: 'preview.tryAgain' },
} as const;

/** Opens and closes the view, and all that is said and done beside it. */
export function PreviewBar({ store, host, onOpen }: PreviewBarProps) {
  const { status, error, progress } = useStore(
    store,
    useShallow(({ status, error, progress }) => ({ status, error, progress })),
  );
  const { close } = store.getState();
  const switcher = useRef<HTMLButtonElement>(null);
  useFollowedFocus(status, switcher, host);
  const isOpen = status === 'loading' || status === 'shown';
  const { icon, label } = looks[status];
  return (
    <div className={styles.bar}>
      <div className={styles.tools}>
        <Button ref={switcher} icon={icon} onClick={isOpen ? close : onOpen}>
          {t(label)}
        </Button>
        {status === 'shown' && <Tools store={store} />}
        {status === 'loading' && (
          <div className={styles.progress}>
            <span>{describeProgress(progress)}</span>
            <ProgressBar label={t('preview.progress.label')} value={measureProgress(progress)} />
          </div>
        )}
      </div>
      {status === 'shown' && <Facts store={store} />}
      {error !== null && <ErrorNotice error={error} />}
    </div>
  );
}

function Tools({ store }: { readonly store: PreviewStore }) {
  const { isWireframe, isClay } = useStore(
    store,
    useShallow(({ isWireframe, isClay }) => ({ isWireframe, isClay })),
  );
  const { perform, toggleWireframe, toggleClay } = store.getState();
  return (
    <>
      <Button onClick={() => perform({ kind: 'reset' })}>{t('preview.reset')}</Button>
      <Button aria-pressed={isWireframe} onClick={toggleWireframe}>
        {t('preview.wireframe')}
      </Button>
      <Button aria-pressed={isClay} onClick={toggleClay}>
        {t('preview.clay')}
      </Button>
      <Animation store={store} />
    </>
  );
}

function Animation({ store }: { readonly store: PreviewStore }) {
  const { clips, clip, isPlaying } = useStore(
    store,
    useShallow(({ clips, clip, isPlaying }) => ({ clips, clip, isPlaying })),
  );
  const { togglePlaying, chooseClip } = store.getState();
  if (clips.length === 0) return null;
  return (
    <div className={styles.animation}>
      <Button icon={isPlaying ? 'pause' : 'play'} onClick={togglePlaying}>
        {isPlaying ? t('preview.pause') : t('preview.play')}
      </Button>
      {clips.length > 1 && (
        <select
          className="input"
          aria-label={t('preview.animation')}
          value={clip}
          onChange={(event) => chooseClip(Number(event.target.value))}
        >
          {clips.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: its place is what tells an animation from another
            <option key={index} value={index}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

function Facts({ store }: { readonly store: PreviewStore }) {
  const triangles = useStore(store, (state) => state.triangles);
  return (
    <p className={styles.facts}>
      <strong>{describeTopology(triangles)}</strong> {t('preview.instructions')}
    </p>
  );
}

/** The focus goes from the button into the view, and from a view that closes back to the button. */
function useFollowedFocus(
  status: string,
  switcher: RefObject<HTMLElement | null>,
  host: RefObject<HTMLElement | null>,
): void {
  const before = useRef(status);
  useEffect(() => {
    const was = before.current;
    before.current = status;
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement === null;
    if (status === 'shown' && (isFree || activeElement === switcher.current))
      host.current?.focus({ preventScroll: true });
    if (was === 'shown' && status !== 'shown' && (isFree || activeElement === host.current))
      switcher.current?.focus({ preventScroll: true });
  }, [status, switcher, host]);
}
