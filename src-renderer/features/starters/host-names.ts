import type { OpenHost } from '../../../src-main/ipc/contract.ts';

export type Family = OpenHost['family'];

const importedFormats: Readonly<Record<Family, readonly string[]>> = {
  '3dsmax': ['fbx', 'max', 'obj'],
  unity: ['fbx', 'obj', 'glb', 'unitypackage'],
  blender: ['glb', 'gltf', 'fbx', 'obj', 'blend', 'usdz', 'usd', 'usda', 'usdc', 'stl', 'ply', 'dae'],
};

/** Whether a host's plugin imports a format. */
export const canImport = (family: Family, format: string) =>
  importedFormats[family].includes(format.toLowerCase());

/** What to do in the host once its plugin is there. */
export const nextSteps: Readonly<Record<Family, string>> = {
  '3dsmax': 'Start 3ds Max anew: “Lodestock” is then in its menu bar.',
  unity: 'Go back to Unity, which compiles it: “Window > Lodestock”.',
  blender: 'Start Blender anew and switch “Lodestock” on in Edit > Preferences > Add-ons.',
};

/** Why no place was found, and what to do. */
export const notFoundHints: Readonly<Record<Family, string>> = {
  '3dsmax':
    'No 3ds Max 2021 or newer was found. Install one and look again, or drag lodestock.mzp of your server’s /assets/plugins/3dsmax/ into its viewport.',
  unity:
    'No project of Unity 2019.4 or newer is in Unity Hub’s list. Add the project to Unity Hub, then look again.',
  blender:
    'No Blender 3.4 or newer was found. Start it once, so that it makes its settings, then look again.',
};
