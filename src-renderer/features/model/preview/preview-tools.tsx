import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import type { IconName } from '../../../components/icon.tsx';
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
  const measures = [
    ['hasBox', 'preview.box', true],
    ['hasPerson', 'preview.person', shown.isMetric],
    ['isMeasuring', 'preview.measure', true],
    ['isExploded', 'preview.explode', shown.canExplode],
  ] as const;
  const reset = t('preview.reset');
  return (
    <>
      <ToolGroup icon="settings" label={t('preview.inspect')}>
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
        <Button aria-pressed={look.isWireframe} onClick={() => setLook({ isWireframe: !look.isWireframe })}>
          {t('preview.wireframe')}
        </Button>
      </ToolGroup>
      <ToolGroup icon="square" label={t('preview.measures')}>
        {measures.map(
          ([key, label, isOffered]) =>
            isOffered && (
              <Button key={key} aria-pressed={look[key]} onClick={() => setLook({ [key]: !look[key] })}>
                {t(label)}
              </Button>
            ),
        )}
      </ToolGroup>
      <Animation store={store} />
      <ToolGroup icon="upload" label={t('preview.share')}>
        <PictureButton store={store} name={name} />
        <LinkToView store={store} link={link} />
        {choosePoster !== null && <PosterChoice store={store} choose={choosePoster} />}
      </ToolGroup>
      <Button icon="undo" aria-label={reset} title={reset} onClick={() => perform({ kind: 'reset' })} />
      <FullScreen figure={figure} />
    </>
  );
}

type ToolGroupProps = { readonly icon: IconName; readonly label: string; readonly children: ReactNode };

/** Tools of one kind behind one button. */
function ToolGroup({ icon, label, children }: ToolGroupProps) {
  const id = useId();
  const tools = useRef<HTMLFieldSetElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  /** Escape closes the tools alone, and not the view too. */
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    tools.current?.hidePopover();
  };
  return (
    <>
      <Button icon={icon} popoverTarget={id} onKeyDown={press}>
        {label}
      </Button>
      <fieldset
        ref={tools}
        id={id}
        popover="auto"
        className={styles.tools}
        aria-label={label}
        onKeyDown={press}
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        {children}
      </fieldset>
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
    <Button
      icon="fullScreen"
      aria-label={t('preview.fullScreen')}
      title={t('preview.fullScreen')}
      onClick={toggle}
    />
  );
}
