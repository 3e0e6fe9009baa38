const target = (id: `${string}:${string}`, name: string, more: object = {}) => {
  const [family, state] = id.split(':');
  return {
    ...{ id, family, name, state, message: null, previous: null },
    place: `/home/ada/${name}`,
    version: state === 'absent' || state === 'blocked' ? null : '0.1.0',
    ...more,
  };
};
/** Places for plugins in each state. */
export const sampleStarters = [
  {
    ...{ family: '3dsmax', offered: '0.2.0', notes: ['Faster search.'] },
    targets: [
      target('3dsmax:outdated', '3ds Max 2025', { previous: { version: '0.2.0', isChanged: false } }),
      target('3dsmax:changed', '3ds Max 2024', {
        message: 'It was edited by hand.',
        previous: { version: '0.1.0', isChanged: true },
      }),
    ],
  },
  { family: 'unity', offered: '0.1.0', notes: [], targets: [] },
  {
    ...{ family: 'blender', offered: '0.1.0', notes: [] },
    targets: [
      target('blender:absent', 'Blender 4.5'),
      target('blender:installed', 'Blender 4.2', { previous: { version: '0.0.9', isChanged: false } }),
      target('blender:blocked', 'Blender 4.3'),
    ],
  },
];
