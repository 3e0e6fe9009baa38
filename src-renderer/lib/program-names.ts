/** What people call the program of each plugin family. */
export const programNames = { '3dsmax': '3ds Max', unity: 'Unity', blender: 'Blender' } as const;

const names = new Map<string, string>(Object.entries(programNames));

/** The program that an app says it runs in, as people call it; its own word where it is another one. */
export const nameProgram = (family: string): string => names.get(family) ?? family;
