import { requirementPattern } from '../../contract/readability.ts';
import type { GltfDocument } from './gltf-document.ts';

const most = 50;

/** The extensions without which nobody may load the file; names that no extension could have are left out. */
export function listRequiredExtensions({ extensionsRequired = [] }: GltfDocument): readonly string[] {
  const names = extensionsRequired.filter((name) => requirementPattern.test(name));
  return [...new Set(names)].sort().slice(0, most);
}
