import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import styles from './model-view.module.css';
import type { PreviewStore } from './preview-store.ts';
import { describeProgress, describeTopology, instructions, measureProgress } from './preview-words.ts';

type PreviewBarProps = {
  readonly store: PreviewStore;
  readonly host: RefObject<HTMLElement | null>;
  readonly onOpen: () => void;
};

const looks = {
  picture: { icon: 'cube', label: 'View in 3D' },
  loading: { icon: 'close', label: 'Cancel' },
  shown: { icon: 'picture', label: 'Show picture' },
  failed: { icon: 'retry', label: 'Try again' },
} as const;

/** Opens and closes the view, and all that is said and done beside it. */
export function PreviewBar({ store, host, onOpen }: PreviewBarProps) {
  const { status, error, progress, close } = useStore(store);
  const switcher = useRef<HTMLButtonElement>(null);
  useFollowedFocus(status, switcher, host);
  const isOpen = status === 'loading' || status === 'shown';
  const { icon, label } = looks[status];
  return (
    <div className={styles.bar}>
      <div className={styles.tools}>
        <Button ref={switcher} icon={icon} onClick={isOpen ? close : onOpen}>
          {label}
        </Button>
        {status === 'shown' && <Tools store={store} />}
        {status === 'loading' && (
          <div className={styles.progress}>
            <span>{describeProgress(progress)}</span>
            <ProgressBar label="The 1k model is loaded" value={measureProgress(progress)} />
          </div>
        )}
      </div>
      {status === 'shown' && <Facts store={store} />}
      {error !== null && <ErrorNotice error={error} />}
    </div>
  );
}

function Tools({ store }: { readonly store: PreviewStore }) {
  const state = useStore(store);
  return (
    <>
      <Button onClick={() => state.perform({ kind: 'reset' })}>Reset view</Button>
      <Button aria-pressed={state.isWireframe} onClick={state.toggleWireframe}>
        Wireframe
      </Button>
      <Button aria-pressed={state.isClay} onClick={state.toggleClay}>
        Clay
      </Button>
      <Animation store={store} />
    </>
  );
}

function Animation({ store }: { readonly store: PreviewStore }) {
  const { clips, clip, isPlaying, togglePlaying, chooseClip } = useStore(store);
  if (clips.length === 0) return null;
  return (
    <div className={styles.animation}>
      <Button icon={isPlaying ? 'pause' : 'play'} onClick={togglePlaying}>
        {isPlaying ? 'Pause' : 'Play'}
      </Button>
      {clips.length > 1 && (
        <select
          className="input"
          aria-label="Animation"
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
      <strong>{describeTopology(triangles)}</strong> {instructions}
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
