import { MeshoptSimplifier } from 'meshoptimizer';
import type { MergedMesh } from './merge-meshes.ts';

/** Marks vertices that the simplifier can move along a seam, but not across it. */
const protectedMark = 2;

/** Links the vertices at each position in a ring; a lone vertex links to itself. */
export function linkPlaces({ positions }: MergedMesh): Uint32Array {
  const firstOf = MeshoptSimplifier.generatePositionRemap(positions, 3);
  const next = new Uint32Array(firstOf.length);
  for (let vertex = 0; vertex < next.length; vertex += 1) {
    const first = firstOf[vertex] ?? vertex;
    next[vertex] = first === vertex ? vertex : (next[first] ?? first);
    if (first !== vertex) next[first] = vertex;
  }
  return next;
}

/** All vertices at a position, the given one first. */
function listAt(next: Uint32Array, vertex: number): readonly number[] {
  const found = [vertex];
  for (let at = next[vertex] ?? vertex; at !== vertex; at = next[at] ?? vertex) found.push(at);
  return found;
}

/** Marks vertices where two parts meet: no part's vertex can replace another part's. */
export function protectBorders({ partOf }: MergedMesh, next: Uint32Array, lock: Uint8Array): Uint8Array {
  const marks = lock.slice();
  for (let vertex = 0; vertex < next.length; vertex += 1) {
    const other = next[vertex] ?? vertex;
    if (partOf[vertex] === partOf[other]) continue;
    marks[vertex] = (marks[vertex] ?? 0) | protectedMark;
    marks[other] = (marks[other] ?? 0) | protectedMark;
  }
  return marks;
}

/** Squared distance of two vertices in the texture. */
function createSlide({ attributes, attributeCount, textureAt }: MergedMesh) {
  return (a: number, b: number): number => {
    if (textureAt < 0) return 0;
    const [from, to] = [a * attributeCount + textureAt, b * attributeCount + textureAt];
    const u = (attributes[from] ?? 0) - (attributes[to] ?? 0);
    const v = (attributes[from + 1] ?? 0) - (attributes[to + 1] ?? 0);
    return u * u + v * v;
  };
}

/** Numbers the connected pieces of the texture; each belongs to one part. */
function findCharts(
  mesh: MergedMesh,
  next: Uint32Array,
  slide: (a: number, b: number) => number,
): Uint32Array {
  const chart = new Uint32Array(next.length);
  for (let vertex = 0; vertex < chart.length; vertex += 1) chart[vertex] = vertex;
  const find = (vertex: number): number => {
    let at = vertex;
    for (let above = chart[at] ?? at; above !== at; above = chart[at] ?? at) {
      const root = chart[above] ?? above;
      chart[at] = root;
      at = root;
    }
    return at;
  };
  /** Merges two pieces; returns their number. */
  const join = (a: number, b: number): number => {
    const root = find(b);
    chart[find(a)] = root;
    return root;
  };
  const { indices, partOf } = mesh;
  for (let corner = 0; corner + 2 < indices.length; corner += 3) {
    const c = indices[corner + 2] ?? 0;
    join(indices[corner] ?? 0, join(indices[corner + 1] ?? 0, c));
  }
  for (let vertex = 0; vertex < next.length; vertex += 1)
    for (let other = next[vertex] ?? vertex; other !== vertex; other = next[other] ?? vertex)
      if (partOf[other] === partOf[vertex] && slide(vertex, other) === 0) join(vertex, other);
  for (let vertex = 0; vertex < chart.length; vertex += 1) chart[vertex] = find(vertex);
  return chart;
}

type Triangle = readonly [number, number, number];

/**
 * Creates a function that mends triangles whose corners come from several texture pieces or parts, as simplification
 * across seams leaves them: each corner becomes the vertex at its position that belongs with the others. A triangle
 * across parts that cannot be mended is dropped, because no primitive could contain it.
 */
export function createSeamMender(
  mesh: MergedMesh,
  next = linkPlaces(mesh),
): (indices: Uint32Array) => Uint32Array {
  const { partOf } = mesh;
  const slide = createSlide(mesh);
  const charts = findCharts(mesh, next, slide);
  const spreadOf = ([a, b, c]: Triangle) => slide(a, b) + slide(b, c) + slide(c, a);

  /** The triangle at the same positions in one corner's part, nearest to it in the texture; null if a vertex is missing. */
  function gather(corners: Triangle, anchor: number): Triangle | null {
    const pick = (corner: number) => {
      const here = listAt(next, corner).filter((vertex) => partOf[vertex] === partOf[anchor]);
      const same = here.filter((vertex) => charts[vertex] === charts[anchor]);
      const among = same.length > 0 ? same : here;
      return among.toSorted((a, b) => slide(a, anchor) - slide(b, anchor))[0];
    };
    const [a, b, c] = corners.map((corner) => (corner === anchor ? corner : pick(corner)));
    return a === undefined || b === undefined || c === undefined ? null : [a, b, c];
  }
  const isOfOne = (a: number, b: number, c: number) => charts[a] === charts[b] && charts[b] === charts[c];
  const isWhole = (corners: Triangle) => isOfOne(...corners);
  const mend = (torn: Triangle): Triangle | undefined => {
    const tried = torn.map((anchor) => gather(torn, anchor)).filter((one) => one !== null);
    const whole = tried.filter(isWhole);
    return (whole.length > 0 ? whole : tried).toSorted((a, b) => spreadOf(a) - spreadOf(b))[0];
  };

  return (indices) => {
    const mended = new Uint32Array(indices.length);
    let count = 0;
    for (let corner = 0; corner + 2 < indices.length; corner += 3) {
      const [a, b, c] = [indices[corner] ?? 0, indices[corner + 1] ?? 0, indices[corner + 2] ?? 0];
      const whole = isOfOne(a, b, c) ? [a, b, c] : mend([a, b, c]);
      if (whole === undefined) continue;
      mended.set(whole, count);
      count += 3;
    }
    return mended.subarray(0, count);
  };
}
