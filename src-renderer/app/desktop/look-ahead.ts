import { useEffect } from 'react';
import type { LookedAt } from '../../../src-main/ipc/contract.ts';
import { listSceneFiles } from '../../features/model/file-choice.ts';
import type { ModelState } from '../../features/model/model-store.ts';

/** Milliseconds after which somebody looks at a model, and does not just pass by. */
const dwell = 1200;

/** The GLB that everybody may see of a model; null where there is none, or more than one. */
function findPublicGlb(details: ModelState['details']): LookedAt | null {
  const lightest = details?.topologies.find(({ lod }) => lod === '1k');
  const [file, other] = (lightest ? listSceneFiles(lightest) : []).filter(({ format }) => format === 'glb');
  if (file === undefined || other !== undefined) return null;
  const { guid, relativePath, sizeBytes, sha256 } = file;
  return { guid, relativePath, sizeBytes, sha256 };
}

/** Tells that somebody looks at a model, once they have for a moment. */
export function useLookAhead(details: ModelState['details'], onLook: (wanted: LookedAt) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another model, or another version of it
  useEffect(() => {
    const wanted = findPublicGlb(details);
    if (wanted === null) return;
    const timer = setTimeout(() => onLook(wanted), dwell);
    return () => clearTimeout(timer);
  }, [details]);
}
