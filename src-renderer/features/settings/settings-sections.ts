/** The parts of the desktop's settings, in their order. */
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

/** The parts that people see: only an installed app starts with the computer. */
export const shownSettingsSections = (isPackaged: boolean): readonly SettingsSectionName[] =>
  isPackaged ? settingsSections : settingsSections.filter((name) => name !== 'start');
