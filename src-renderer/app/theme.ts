import { readStored, writeStored } from '../data/stored-value.ts';

type Theme = 'system' | 'light' | 'dark';
const key = 'lodestock.theme';

/** Returns the theme of the last start, for use before the settings are loaded. */
export function readTheme(): Theme {
  return readStored<Theme>(key, ['light', 'dark'], 'system');
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  writeStored(key, theme);
}

export function findOppositeTheme(theme: Theme): 'light' | 'dark' {
  const isDark = theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
  return isDark ? 'light' : 'dark';
}

const circle: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

/** Cycles from the system's theme to light, to dark, and back. */
export const findNextTheme = (theme: Theme): Theme => circle[theme];
