import type { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { workArea } from '../api/screen.ts';

type Frame = 'maximized' | 'minimized' | 'normal';

type BoundsOptions = {
  readonly options: BrowserWindowConstructorOptions;
  readonly emitter: EventEmitter;
  /** Gives the page the size in pixels that the window now has. */
  readonly resizePage: (size: { readonly width: number; readonly height: number }) => void;
};

/** The bounds a window opens with: in the middle of the screen and 800 x 600 unless it says otherwise. */
export function readInitialBounds(options: BrowserWindowConstructorOptions): Rectangle {
  const { width = 800, height = 600 } = options;
  const x = options.x ?? Math.round((workArea.width - width) / 2);
  return { x, y: options.y ?? Math.round((workArea.height - height) / 2), width, height };
}

function createChange({ emitter, resizePage }: BoundsOptions, getBounds: () => Rectangle) {
  return (change: () => void): void => {
    const before = getBounds();
    change();
    const after = getBounds();
    if (before.width !== after.width || before.height !== after.height) {
      resizePage(after);
      emitter.emit('resize', {});
    }
    if (before.x !== after.x || before.y !== after.y) emitter.emit('move', {});
  };
}

/** The members of BrowserWindow about its place. There is no window manager: this is the whole truth. */
export function createWindowBounds(options: BoundsOptions) {
  const { minWidth = 0, minHeight = 0 } = options.options;
  let normal = readInitialBounds(options.options);
  let frame: Frame = 'normal';
  let frameBeforeMinimize: Frame = 'normal';
  const getBounds = (): Rectangle => {
    const shown = frame === 'minimized' ? frameBeforeMinimize : frame;
    return { ...(shown === 'maximized' ? workArea : normal) };
  };
  const change = createChange(options, getBounds);
  const become = (next: Frame, event: string): void => {
    if (frame === next) return;
    change(() => {
      frame = next;
    });
    options.emitter.emit(event, {});
  };
  return {
    getBounds,
    getNormalBounds: (): Rectangle => ({ ...normal }),
    setBounds: (bounds: Partial<Rectangle>): void =>
      change(() => {
        const wanted = { ...normal, ...bounds };
        const width = Math.max(wanted.width, minWidth);
        normal = { ...wanted, width, height: Math.max(wanted.height, minHeight) };
      }),
    maximize: (): void => become('maximized', 'maximize'),
    unmaximize: (): void => become('normal', 'unmaximize'),
    minimize: (): void => {
      if (frame !== 'minimized') frameBeforeMinimize = frame;
      become('minimized', 'minimize');
    },
    restore: (): void => {
      if (frame === 'minimized') become(frameBeforeMinimize, 'restore');
      else become('normal', 'restore');
    },
    isMaximized: (): boolean => frame === 'maximized',
    isMinimized: (): boolean => frame === 'minimized',
  };
}
