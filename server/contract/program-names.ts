/** The name of each plugin family's program. */
export const programNames = {
  '3dsmax': '3ds Max',
  unity: 'Unity',
  blender: 'Blender',
  godot: 'Godot',
} as const;

const names = new Map<string, string>(Object.entries(programNames));

/** The usual name of the program an app says it runs in; the app's own word for an unknown one. */
export const nameProgram = (family: string): string => names.get(family) ?? family;
