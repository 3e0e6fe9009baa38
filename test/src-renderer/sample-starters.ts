const target = (family: string, state: string, more: object = {}) => ({
  ...{ id: `${family}:${state}`, family, state, message: null, previous: null },
  name: `Host in state ${state}`,
  place: `/home/ada/${family}/${state}`,
  version: state === 'absent' || state === 'blocked' ? null : '0.1.0',
  ...more,
});
/** Places for plugins in each state. */
export const sampleStarters = [
  {
    ...{ family: '3dsmax', offered: '0.2.0', notes: ['Faster search.'] },
    targets: [
      target('3dsmax', 'outdated', { previous: { version: '0.2.0', isChanged: false } }),
      target('3dsmax', 'changed', {
        message: 'It was changed by hand.',
        previous: { version: '0.1.0', isChanged: true },
      }),
    ],
  },
  { family: 'unity', offered: '0.1.0', notes: [], targets: [] },
  {
    ...{ family: 'blender', offered: '0.1.0', notes: [] },
    targets: [
      target('blender', 'absent'),
      target('blender', 'installed', { previous: { version: '0.0.9', isChanged: false } }),
      target('blender', 'blocked'),
    ],
  },
];
