import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Select } from '../../../components/forms/select-field.tsx';
import type { IconName } from '../../../components/icon.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { describeLength, describeSize } from '../../../lib/describe-length.ts';
import { t } from '../../../text/text.ts';
import { type GroundName, groundNames, lightNames, type SurfaceName } from '../../../viewer/look.ts';
import type { ShownModel } from '../../../viewer/viewer.ts';
import type { ViewOffer } from '../store/view-source.ts';
import styles from './model-view.module.css';
import { type ChoosePosterView, PosterChoice } from './poster-choice.tsx';
import type { PreviewStore } from './preview-store.ts';

/** Copies a picture to the clipboard, or saves it if the browser cannot copy pictures. */
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

export type ViewToolsProps = {
  readonly store: PreviewStore;
  readonly offers: readonly ViewOffer[];
  /** The element for full screen. */
  readonly figure: RefObject<HTMLElement | null>;
  /** Address of the page, for links to the view. */
  readonly link: string;
  /** File name of saved pictures. */
  readonly name: string;
  /** Null if the user may not. */
  readonly choosePoster: ChoosePosterView | null;
};

export function ViewTools({ store, offers, figure, link, name, choosePoster }: ViewToolsProps) {
  const { look, shown, measured } = usePicked(store, 'look', 'shown', 'measured');
  const { perform, setLook } = store.getState();
  if (shown === null) return null;
  const measures = [
    ['hasBox', 'preview.box', true],
    ['hasPerson', 'preview.person', shown.isMetric],
    ['isMeasuring', 'preview.measure', true],
    ['isExploded', 'preview.explode', shown.canExplode],
  ] as const;
  return (
    <>
      <ToolGroup icon="settings" label={t('preview.inspect')}>
        <Select<SurfaceName>
          aria-label={t('preview.surface')}
          value={look.surface}
          options={shown.surfaces.map((surface) => [surface, t(`preview.surfaces.${surface}`)])}
          onChoose={(surface) => setLook({ surface })}
        />
        <Select
          aria-label={t('preview.light')}
          value={look.light}
          options={lightNames.map((light) => [light, t(`preview.lights.${light}`)])}
          onChoose={(light) => setLook({ light })}
        />
        <Select<GroundName>
          aria-label={t('preview.ground')}
          value={look.ground}
          options={groundNames.map((ground) => [ground, t(`preview.grounds.${ground}`)])}
          onChoose={(ground) => setLook({ ground })}
        />
        <ClipChoice store={store} />
        <Button aria-pressed={look.isWireframe} onClick={() => setLook({ isWireframe: !look.isWireframe })}>
          {t('preview.wireframe')}
        </Button>
        <CompareButton store={store} offers={offers} />
        <Inside shown={shown} />
      </ToolGroup>
      <ToolGroup icon="measure" label={t('preview.measures')}>
        {measures.map(
          ([key, label, isOffered]) =>
            isOffered && (
              <Button key={key} aria-pressed={look[key]} onClick={() => setLook({ [key]: !look[key] })}>
                {t(label)}
              </Button>
            ),
        )}
      </ToolGroup>
      <PlayButton store={store} />
      <span className="grow" />
      <IconTool icon="undo" label={t('preview.reset')} onPress={() => perform({ kind: 'reset' })} />
      <ToolGroup isBrief icon="copy" label={t('preview.use')}>
        <PictureButton store={store} name={name} />
        <LinkToView store={store} link={link} />
        {choosePoster !== null && <PosterChoice store={store} choose={choosePoster} />}
      </ToolGroup>
      <FullScreen figure={figure} />
      {look.isMeasuring && (
        <output className={styles.measured}>
          {measured === null
            ? t('preview.measureHint')
            : t('preview.measured', { length: describeLength(measured, shown.isMetric) })}
        </output>
      )}
    </>
  );
}

type IconToolProps = { readonly icon: IconName; readonly label: string; readonly onPress: () => void };

const IconTool = ({ icon, label, onPress }: IconToolProps) => (
  <Button icon={icon} aria-label={label} title={label} onClick={onPress} />
);

type ToolGroupProps = {
  readonly icon: IconName;
  readonly label: string;
  /** True if only its icon is shown. */
  readonly isBrief?: boolean;
  readonly children: ReactNode;
};

function ToolGroup({ icon, label, isBrief = false, children }: ToolGroupProps) {
  const id = useId();
  const tools = useRef<HTMLFieldSetElement>(null);
  /** Escape closes only the tools, not the view. The browser may report that they opened only after the next key. */
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || tools.current?.matches(':popover-open') !== true) return;
    event.preventDefault();
    tools.current.hidePopover();
  };
  return (
    <>
      <Button icon={icon} aria-label={label} title={label} popoverTarget={id} onKeyDown={press}>
        {isBrief ? undefined : <span className={styles.word}>{label}</span>}
      </Button>
      <fieldset
        ref={tools}
        id={id}
        popover="auto"
        className={styles.tools}
        aria-label={label}
        onKeyDown={press}
      >
        {children}
      </fieldset>
    </>
  );
}

function ClipChoice({ store }: { readonly store: PreviewStore }) {
  const { shown, clip } = usePicked(store, 'shown', 'clip');
  const clips = shown?.clips ?? [];
  if (clips.length < 2) return null;
  return (
    <Select
      aria-label={t('preview.animation')}
      value={clip}
      options={clips.map((name, index) => [index, name])}
      onChoose={store.getState().chooseClip}
    />
  );
}

function PlayButton({ store }: { readonly store: PreviewStore }) {
  const { shown, isPlaying } = usePicked(store, 'shown', 'isPlaying');
  if (shown?.clips.length === 0) return null;
  const label = isPlaying ? t('preview.pause') : t('preview.play');
  return (
    <IconTool icon={isPlaying ? 'pause' : 'play'} label={label} onPress={store.getState().togglePlaying} />
  );
}

/** Shows all topologies that the user can open side by side, from the same angle. */
function CompareButton({ store, offers }: Pick<ViewToolsProps, 'store' | 'offers'>) {
  const { compared, isComparing } = usePicked(store, 'compared', 'isComparing');
  const sources = offers.flatMap(({ isOpen, source }) => (isOpen && source ? [source] : []));
  if (sources.length < 2) return null;
  const isOn = compared.length > 0;
  return (
    <Button
      aria-pressed={isOn}
      aria-busy={isComparing}
      onClick={() => store.getState().compare(isOn ? [] : sources)}
    >
      {t('preview.compare')}
    </Button>
  );
}

/** Facts from the file itself, and how to use the view. */
function Inside({ shown }: { readonly shown: ShownModel }) {
  const { triangles, vertices, materials, parts, size, isMetric } = shown;
  const facts = [
    t('preview.count', { count: triangles }),
    ...(vertices === null ? [] : [t('preview.vertices', { count: vertices })]),
    describeSize(size, isMetric),
  ];
  return (
    <>
      <p className="small">{facts.join(' · ')}</p>
      <details className="small">
        <summary>{t('preview.inside')}</summary>
        <ul aria-label={t('preview.parts')}>
          {parts.map(({ name, depth: level, triangles: count }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts may have the same name
            <li key={index} style={{ paddingInlineStart: `${level}em` }}>
              {name} <span className="faint">{t('preview.count', { count })}</span>
            </li>
          ))}
        </ul>
        <ul aria-label={t('preview.materialNames')}>
          {materials.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: materials may have the same name
            <li key={index}>{name === '' ? t('preview.unnamed') : name}</li>
          ))}
        </ul>
        <p>{t('preview.instructions')}</p>
      </details>
    </>
  );
}

function PictureButton({ store, name }: Pick<ViewToolsProps, 'store' | 'name'>) {
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

/** The camera position is read when the link is copied, not on render. */
function LinkToView({ store, link }: Pick<ViewToolsProps, 'store' | 'link'>) {
  const toLink = () => {
    const address = new URL(link);
    const { lod } = store.getState();
    if (lod !== null) address.searchParams.set('lod', lod);
    address.searchParams.set('view', store.getState().readPlace() ?? '');
    return address.href;
  };
  return <CopyButton variant="plain" text={toLink} label={t('preview.copyLink')} />;
}

function FullScreen({ figure }: Pick<ViewToolsProps, 'figure'>) {
  if (!document.fullscreenEnabled) return null;
  const toggle = () => {
    const change =
      document.fullscreenElement === null ? figure.current?.requestFullscreen() : document.exitFullscreen();
    // If the browser refuses, the page stays as it is.
    change?.catch(() => undefined);
  };
  return <IconTool icon="fullScreen" label={t('preview.fullScreen')} onPress={toggle} />;
}
