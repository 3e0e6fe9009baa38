/** A user's command to the view; a turn is in degrees, like dragging the model. */
export type ViewCommand =
  | { readonly kind: 'turn'; readonly right: number; readonly down: number }
  | { readonly kind: 'pan'; readonly right: number; readonly down: number }
  | { readonly kind: 'zoom'; readonly factor: number }
  /** Sets a measured point at the centre of the view. */
  | { readonly kind: 'point' }
  | { readonly kind: 'reset' };

type ViewKey = {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
};

const arrows: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const turnStep = 10;
/** Share of the view's height. */
const panStep = 0.08;
const zoomStep = 1.2;

/** Returns a key's command to the view; null leaves the key to the page and the browser. */
export function readViewKey({ key, shiftKey, ctrlKey, metaKey, altKey }: ViewKey): ViewCommand | null {
  if (ctrlKey || metaKey || altKey) return null;
  const arrow = arrows[key];
  if (arrow) {
    const [right, down] = arrow;
    const step = shiftKey ? panStep : turnStep;
    return { kind: shiftKey ? 'pan' : 'turn', right: right * step, down: down * step };
  }
  if (key === '+' || key === '=') return { kind: 'zoom', factor: zoomStep };
  if (key === '-' || key === '_') return { kind: 'zoom', factor: 1 / zoomStep };
  return key === 'Home' || key === '0' ? { kind: 'reset' } : null;
}
