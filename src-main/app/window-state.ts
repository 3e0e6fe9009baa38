import { z } from 'zod';

export const minimumSize = { width: 900, height: 600 } as const;
const defaultSize = { width: 1280, height: 800 } as const;

const Bounds = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
type Bounds = z.infer<typeof Bounds>;

export const WindowState = z.object({
  version: z.literal(1),
  bounds: Bounds,
  isMaximised: z.boolean(),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
});
export type WindowState = z.infer<typeof WindowState>;

const grip = 60;

function isReachable(bounds: Bounds, area: Bounds): boolean {
  const width = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  const isTitleInside = bounds.y >= area.y && bounds.y + grip <= area.y + area.height;
  return width >= grip && isTitleInside;
}

/** Returns the window's last position, unless that screen is gone, and at least the minimum size. */
export function placeWindow(state: WindowState | null, screens: readonly Bounds[]): Partial<Bounds> {
  if (!state) return defaultSize;
  const width = Math.max(Math.round(state.bounds.width), minimumSize.width);
  const height = Math.max(Math.round(state.bounds.height), minimumSize.height);
  const bounds = { x: Math.round(state.bounds.x), y: Math.round(state.bounds.y), width, height };
  return screens.some((screen) => isReachable(bounds, screen)) ? bounds : { width, height };
}
