import { type RefObject, useEffect, useRef } from 'react';
import type { Lod } from '../../../../server/contract/limits.ts';
import { Button } from '../../../components/button.tsx';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import type { ViewOffer } from '../store/view-source.ts';
import styles from './model-view.module.css';
import type { PreviewStore } from './preview-store.ts';
import { describeProgress, measureProgress } from './preview-words.ts';
import { ViewTools, type ViewToolsProps } from './view-tools.tsx';

type ViewStripProps = ViewToolsProps & {
  readonly host: RefObject<HTMLElement | null>;
  readonly onLod: (lod: Lod) => void;
  readonly onOpen: () => void;
  /** Called when the user may be about to open the view. */
  readonly onNear: () => void;
};

const looks = {
  picture: { icon: 'play', label: 'preview.open' },
  loading: { icon: 'close', label: 'common.cancel' },
  shown: { icon: 'close', label: 'preview.showPicture' },
  failed: { icon: 'retry', label: 'preview.tryAgain' },
} as const;

/** The picture as one large button, and in the open view a toolbar. */
export function ViewStrip({ host, onLod, onOpen, onNear, ...tools }: ViewStripProps) {
  const { store, offers } = tools;
  const { status, progress, lod } = usePicked(store, 'status', 'progress', 'lod');
  const switcher = useRef<HTMLButtonElement>(null);
  useFollowedFocus(status, switcher, host);
  const isOpen = status === 'loading' || status === 'shown';
  const { icon, label } = looks[status];
  return (
    <div className={isOpen ? `row wrap middle gap-2 ${styles.strip}` : undefined} data-strip>
      {status === 'shown' && (
        <>
          <TopologySwitch {...{ store, offers, onLod }} />
          <ViewTools {...tools} />
        </>
      )}
      {status === 'loading' && (
        <div className="stack grow gap-1 small">
          <span>{describeProgress(progress, lod)}</span>
          <ProgressBar label={t('preview.progress.label')} value={measureProgress(progress)} />
        </div>
      )}
      <Button
        ref={switcher}
        icon={icon}
        {...(!isOpen && { className: styles.opener })}
        {...(status === 'shown' && { title: t(label), 'aria-label': t(label) })}
        onClick={isOpen ? store.getState().close : onOpen}
        onPointerEnter={onNear}
        onFocus={onNear}
      >
        {status === 'shown' ? undefined : <span>{t(label)}</span>}
      </Button>
    </div>
  );
}

type TopologySwitchProps = {
  readonly store: PreviewStore;
  readonly offers: readonly ViewOffer[];
  readonly onLod: (lod: Lod) => void;
};

/** A button per topology; those that the user has not unlocked are marked. */
function TopologySwitch({ store, offers, onLod }: TopologySwitchProps) {
  const { lod, next } = usePicked(store, 'lod', 'next');
  if (offers.length < 2) return null;
  return (
    <fieldset className={styles.topologies}>
      <legend className="visually-hidden">{t('preview.topologies')}</legend>
      {offers.map(({ lod: name, triangles, source, isOpen }) => {
        const isMissing = source === null;
        const count = triangles === null ? undefined : t('preview.count', { count: triangles });
        const hint = isMissing ? t('preview.noViewOf') : isOpen ? count : t('preview.locked');
        return (
          <label key={name} className={styles.topology} title={hint} data-busy={next === name}>
            <input
              type="radio"
              name="shown-topology"
              className="visually-hidden"
              checked={(next ?? lod) === name}
              disabled={!isOpen || isMissing}
              onChange={() => {
                if (source) store.getState().change(source);
                onLod(name);
              }}
            />
            {name}
            {hint !== undefined && <span className="visually-hidden">{hint}</span>}
          </label>
        );
      })}
    </fieldset>
  );
}

/** Moves the focus from the button into the view, and back when the view closes. */
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
