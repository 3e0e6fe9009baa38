/** The sections of the desktop's settings, in order. */
export const settingsSections = [
  'library',
  'server',
  'network',
  'downloads',
  'start',
  'updates',
  'appearance',
  'signIn',
  'help',
  'about',
] as const;
export type SettingsSectionName = (typeof settingsSections)[number];

/** Returns the visible sections: only an installed app can start with the computer. */
export const shownSettingsSections = (isPackaged: boolean): readonly SettingsSectionName[] =>
  isPackaged ? settingsSections : settingsSections.filter((name) => name !== 'start');
