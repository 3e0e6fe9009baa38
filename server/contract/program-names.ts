export const programNames = {
  '3dsmax': '3ds Max',
  unity: 'Unity',
  blender: 'Blender',
  godot: 'Godot',
} as const;

const names = new Map<string, string>(Object.entries(programNames));

/** Returns the usual name of the program that an app says it runs in; an unknown one is returned unchanged. */
export const nameProgram = (family: string): string => names.get(family) ?? family;
