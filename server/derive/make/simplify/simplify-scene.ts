import { MeshoptSimplifier, type SimplifierFlags } from 'meshoptimizer';
import { createSeamMender, linkPlaces, protectBorders } from './mend-seams.ts';
import { extentOf, type MergedMesh } from './merge-meshes.ts';

type Simplified = {
  /** Indices into the merged mesh's vertices, three per triangle. */
  readonly indices: Uint32Array;
  readonly triangles: number;
};

/** Factor by which a level can exceed its number of triangles before a coarser method is tried. */
const tolerance = 1.05;
const mostTurns = 4;

const toPlaces = ({ positions }: MergedMesh) => {
  return (vertex: number) => positions.subarray(vertex * 3, vertex * 3 + 3).join(' ');
};

/** Locks the outermost vertices and all at the same positions, so that the scene keeps its size. */
function lockEnds(mesh: MergedMesh): Uint8Array {
  const { positions, ends } = mesh;
  const lock = new Uint8Array(positions.length / 3);
  const placeOf = toPlaces(mesh);
  const wanted = new Set(ends.map((vertex) => positions[vertex * 3] ?? 0));
  const places = new Set(ends.map(placeOf));
  for (let vertex = 0; vertex < lock.length; vertex += 1)
    if (wanted.has(positions[vertex * 3] ?? 0) && places.has(placeOf(vertex))) lock[vertex] = 1;
  return lock;
}

/** Creates a function that restores dropped outermost vertices, at one triangle each: a small part can reach farthest. */
function createEndKeeper(mesh: MergedMesh, isEnd: Uint8Array) {
  const { indices, ends } = mesh;
  const placeOf = toPlaces(mesh);
  const triangles = new Map(
    ends.map((end) => {
      const corner = indices.indexOf(end);
      return [placeOf(end), indices.subarray(corner - (corner % 3), corner - (corner % 3) + 3)];
    }),
  );
  return (kept: Uint32Array): Uint32Array => {
    const missing = new Map(triangles);
    for (const vertex of kept) if (isEnd[vertex]) missing.delete(placeOf(vertex));
    return missing.size === 0
      ? kept
      : Uint32Array.from([...kept, ...[...missing.values()].flatMap((triangle) => [...triangle])]);
  };
}

function countDrawn({ parts, partOf }: MergedMesh, indices: Uint32Array): number {
  let drawn = 0;
  for (let corner = 0; corner < indices.length; corner += 3)
    drawn += parts[partOf[indices[corner] ?? 0] ?? 0]?.instances ?? 1;
  return drawn;
}

/** Creates a function that reduces the mesh to about a wanted number of triangles, as rendered. */
export function createSimplifier(mesh: MergedMesh) {
  const { indices, positions, attributes, attributeCount } = mesh;
  const lock = lockEnds(mesh);
  const keepEnds = createEndKeeper(mesh, lock);
  const drawn = countDrawn(mesh, indices);
  const weights = Array.from({ length: attributeCount }, () => 1);
  const isFlat = extentOf(positions) === 0;

  const collapse = (corners: number, marks: Uint8Array, flags: SimplifierFlags[]) =>
    attributeCount === 0
      ? MeshoptSimplifier.simplifyWithAttributes(
          indices,
          positions,
          3,
          positions,
          3,
          [0, 0, 0],
          marks,
          corners,
          1,
          flags,
        )[0]
      : MeshoptSimplifier.simplifyWithAttributes(
          indices,
          positions,
          3,
          attributes,
          attributeCount,
          weights,
          marks,
          corners,
          1,
          flags,
        )[0];
  let seams: { readonly borders: Uint8Array; readonly mend: (indices: Uint32Array) => Uint32Array } | null =
    null;
  const findSeams = () => {
    const places = linkPlaces(mesh);
    return { borders: protectBorders(mesh, places, lock), mend: createSeamMender(mesh, places) };
  };
  /** Simplifies across seams, then mends the triangles over several pieces: kept seam vertices would distort the surroundings. */
  const across = (simplify: (marks: Uint8Array) => Uint32Array) => {
    seams ??= findSeams();
    return seams.mend(simplify(seams.borders));
  };
  /** Drops small parts where that costs least, but never the last one. */
  const prune = (corners: number, marks: Uint8Array) => {
    const pruned = collapse(corners, marks, ['Permissive', 'Prune']);
    return pruned.length > 0 ? pruned : collapse(corners, marks, ['Permissive']);
  };
  const ways: readonly ((corners: number) => Uint32Array)[] = [
    (corners) => across((marks) => prune(corners, marks)),
    (corners) => across(() => MeshoptSimplifier.simplifySloppy(indices, positions, 3, lock, corners, 1)[0]),
  ];

  /** Instanced meshes count once per instance, so the number of triangles to keep is found in a few iterations. */
  const attempt = (way: (corners: number) => Uint32Array, wanted: number): Simplified => {
    let corners = wanted / drawn;
    let best: Simplified = { indices, triangles: drawn };
    for (let turn = 0; turn < mostTurns; turn += 1) {
      const kept = Math.max(1, Math.min(indices.length / 3, Math.round((corners * indices.length) / 3))) * 3;
      const simplified = way(kept);
      const found = simplified.length === 0 ? simplified : keepEnds(simplified);
      const triangles = countDrawn(mesh, found);
      const isBetter = Math.abs(triangles - wanted) < Math.abs(best.triangles - wanted);
      if (found.length > 0 && isBetter) best = { indices: found, triangles };
      const isShort = found.length > kept * tolerance;
      if (drawn === indices.length / 3 || isShort || Math.abs(triangles - wanted) <= wanted * 0.03) break;
      corners *= wanted / Math.max(1, triangles);
    }
    return best;
  };

  return (wanted: number): Simplified => {
    let best: Simplified = { indices, triangles: drawn };
    if (isFlat) return best;
    for (const way of ways) {
      if (best.triangles <= wanted * tolerance) break;
      const found = attempt(way, wanted);
      if (found.triangles < best.triangles && found.triangles > 0) best = found;
    }
    return best;
  };
}
