import { createStrictEmitter } from '../strict-emitter.ts';
import type { ColorScheme } from '../window/emulate-color-scheme.ts';

type ThemeSource = 'dark' | 'light' | 'system';

/** Electron's `nativeTheme` on a light system; `onChange` shows open pages the scheme chosen. */
export function createNativeTheme(onChange: (scheme: ColorScheme) => void) {
  let source: ThemeSource = 'system';
  const colorScheme = (): ColorScheme => (source === 'system' ? '' : source);
  const nativeTheme = createStrictEmitter({
    name: 'nativeTheme',
    events: ['updated'],
    members: {
      get shouldUseDarkColors() {
        return source === 'dark';
      },
      get themeSource(): ThemeSource {
        return source;
      },
      set themeSource(next: ThemeSource) {
        if (!['dark', 'light', 'system'].includes(next)) throw new TypeError(`Invalid themeSource '${next}'`);
        if (next === source) return;
        source = next;
        onChange(colorScheme());
        nativeTheme.emit('updated');
      },
    },
  });
  return { nativeTheme, colorScheme };
}
