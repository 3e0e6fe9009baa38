import { type RefObject, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import { type GroundName, groundNames, lightNames, type SurfaceName } from '../../../viewer/look.ts';
import styles from './model-view.module.css';
import { type ChoosePosterView, PosterChoice } from './poster-choice.tsx';
import type { PreviewStore } from './preview-store.ts';

/** Puts a picture into the clipboard, or saves it where the browser has none for pictures. */
async function takeViewPicture(picture: Promise<Blob>, fileName: string): Promise<'copied' | 'saved'> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    return 'copied';
  } catch {
    const address = URL.createObjectURL(await picture);
    const link = Object.assign(document.createElement('a'), { href: address, download: fileName });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    return 'saved';
  }
}

type PreviewToolsProps = {
  readonly store: PreviewStore;
  readonly figure: RefObject<HTMLElement | null>;
  readonly link: string;
  readonly name: string;
  /** null: the person may not. */
  readonly choosePoster: ChoosePosterView | null;
};

/** All that changes what is seen. */
export function PreviewTools({ store, figure, link, name, choosePoster }: PreviewToolsProps) {
  const { look, shown } = usePicked(store, 'look', 'shown');
  const { perform, setLook } = store.getState();
  if (shown === null) return null;
  const toggles = [
    ['isWireframe', 'preview.wireframe', true],
    ['hasBox', 'preview.box', true],
    ['hasPerson', 'preview.person', shown.isMetric],
    ['isMeasuring', 'preview.measure', true],
    ['isExploded', 'preview.explode', shown.canExplode],
  ] as const;
  return (
    <>
      <Choice<SurfaceName>
        label={t('preview.surface')}
        value={look.surface}
        options={shown.surfaces.map((surface) => [surface, t(`preview.surfaces.${surface}`)])}
        onChoose={(surface) => setLook({ surface })}
      />
      <Choice
        label={t('preview.light')}
        value={look.light}
        options={lightNames.map((light) => [light, t(`preview.lights.${light}`)])}
        onChoose={(light) => setLook({ light })}
      />
      <Choice<GroundName>
        label={t('preview.ground')}
        value={look.ground}
        options={groundNames.map((ground) => [ground, t(`preview.grounds.${ground}`)])}
        onChoose={(ground) => setLook({ ground })}
      />
      {toggles.map(
        ([key, label, isOffered]) =>
          isOffered && (
            <Button key={key} aria-pressed={look[key]} onClick={() => setLook({ [key]: !look[key] })}>
              {t(label)}
            </Button>
          ),
      )}
      <Animation store={store} />
      <Button onClick={() => perform({ kind: 'reset' })}>{t('preview.reset')}</Button>
      <PictureButton store={store} name={name} />
      <LinkToView store={store} link={link} />
      <FullScreen figure={figure} />
      {choosePoster !== null && <PosterChoice store={store} choose={choosePoster} />}
    </>
  );
}

type ChoiceProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChoose: (value: Value) => void;
};

function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <select
      className={`input ${styles.choice}`}
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        const chosen = options.find(([name]) => name === target.value);
        if (chosen) onChoose(chosen[0]);
      }}
    >
      {options.map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  );
}

function Animation({ store }: { readonly store: PreviewStore }) {
  const { shown, clip, isPlaying } = usePicked(store, 'shown', 'clip', 'isPlaying');
  const { togglePlaying, chooseClip } = store.getState();
  const clips = shown?.clips ?? [];
  if (clips.length === 0) return null;
  return (
    <div className="row gap-2 shrinkable">
      <Button icon={isPlaying ? 'pause' : 'play'} onClick={togglePlaying}>
        {isPlaying ? t('preview.pause') : t('preview.play')}
      </Button>
      {clips.length > 1 && (
        <Choice
          label={t('preview.animation')}
          value={String(clip)}
          options={clips.map((name, index) => [String(index), name])}
          onChoose={(index) => chooseClip(Number(index))}
        />
      )}
    </div>
  );
}

function PictureButton({ store, name }: Pick<PreviewToolsProps, 'store' | 'name'>) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'saved' | 'failed'>('none');
  const take = () => {
    const picture = store.getState().takePicture();
    if (picture) takeViewPicture(picture, `${name}.png`).then(setOutcome, () => setOutcome('failed'));
  };
  return (
    <Button icon={outcome === 'copied' ? 'check' : 'picture'} onClick={take} aria-live="polite">
      {t(`preview.takePicture.${outcome}`)}
    </Button>
  );
}

/** The place is read when the link is copied, not when it is drawn. */
function LinkToView({ store, link }: Pick<PreviewToolsProps, 'store' | 'link'>) {
  const toLink = () => {
    const address = new URL(link);
    const { lod } = store.getState();
    if (lod !== null) address.searchParams.set('lod', lod);
    address.searchParams.set('view', store.getState().readPlace() ?? '');
    return address.href;
  };
  return <CopyButton variant="plain" text={toLink} label={t('preview.copyLink')} />;
}

function FullScreen({ figure }: Pick<PreviewToolsProps, 'figure'>) {
  if (!document.fullscreenEnabled) return null;
  const toggle = () => {
    const change =
      document.fullscreenElement === null ? figure.current?.requestFullscreen() : document.exitFullscreen();
    // A browser that refuses leaves the page as it is.
    change?.catch(() => undefined);
  };
  return (
    <Button icon="fullScreen" onClick={toggle}>
      {t('preview.fullScreen')}
    </Button>
  );
}
