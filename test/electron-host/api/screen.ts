import type { Rectangle } from 'electron';
import { strict } from '../strict.ts';

/** The one screen there is, in pixels; nothing takes any of its area. */
export const workArea: Rectangle = { x: 0, y: 0, width: 1920, height: 1080 };

/** Electron's `screen`. */
export function createScreen() {
  const getPrimaryDisplay = () => ({
    id: 1,
    scaleFactor: 1,
    bounds: { ...workArea },
    workArea: { ...workArea },
    workAreaSize: { width: workArea.width, height: workArea.height },
  });
  return strict('screen', {
    getPrimaryDisplay,
    getAllDisplays: () => [getPrimaryDisplay()],
    getDisplayMatching: getPrimaryDisplay,
  });
}
