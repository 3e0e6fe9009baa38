import { Box3, InstancedMesh, Matrix4, Mesh, type Object3D, PerspectiveCamera, Vector3 } from 'three';
import { type Drawn, listDrawn } from './drawn-objects.ts';

/** The viewing direction in degrees: 0, 0 is from the front, level. */
export type Side = { readonly azimuth: number; readonly elevation: number };
export type Frame = { readonly camera: PerspectiveCamera; readonly box: Box3 };

const mostPoints = 300_000;
const fieldOfView = 28;
/** Share of the picture's width or height that a model fills. */
const fill = 0.84;

function readPoint(object: Drawn, index: number, target: Vector3): Vector3 {
  if (object instanceof Mesh) return object.getVertexPosition(index, target);
  return target.fromBufferAttribute(object.geometry.getAttribute('position'), index);
}

function* placements(object: Drawn): Generator<Matrix4> {
  if (!(object instanceof InstancedMesh)) return yield object.matrixWorld;
  for (let index = 0; index < object.count; index += 1) {
    const place = new Matrix4();
    object.getMatrixAt(index, place);
    yield place.premultiply(object.matrixWorld);
  }
}

/** Yields vertices that are really drawn, each once, and only a sample of many. */
function* pickVertices({ geometry }: Drawn, step: number): Generator<number> {
  const { index, drawRange } = geometry;
  const vertices = geometry.getAttribute('position')?.count ?? 0;
  const end = Math.min(index?.count ?? vertices, drawRange.start + drawRange.count);
  const seen = new Uint8Array(vertices);
  for (let at = drawRange.start; at < end; at += 1) {
    const vertex = index ? index.getX(at) : at;
    if (seen[vertex] !== 0) continue;
    seen[vertex] = 1;
    if (vertex % step === 0) yield vertex;
  }
}

/** Consecutive x, y and z. */
type Points3 = readonly number[];

/** Returns the vertex positions of each part in the rendered pose. */
function readPoints(root: Object3D): readonly Points3[] {
  const objects = listDrawn(root);
  const total = objects.reduce(
    (sum, object) =>
      sum +
      (object.geometry.getAttribute('position')?.count ?? 0) *
        (object instanceof InstancedMesh ? object.count : 1),
    0,
  );
  const step = Math.max(1, Math.ceil(total / mostPoints));
  const parts: number[][] = [];
  const point = new Vector3();
  for (const object of objects) {
    for (const place of placements(object)) {
      const points: number[] = [];
      for (const index of pickVertices(object, step)) {
        readPoint(object, index, point).applyMatrix4(place);
        if (Number.isFinite(point.x + point.y + point.z)) points.push(point.x, point.y, point.z);
      }
      if (points.length > 0) parts.push(points);
    }
  }
  return parts;
}

function boundPoints(points: readonly number[]): Box3 {
  const box = new Box3();
  const point = new Vector3();
  for (let at = 0; at < points.length; at += 3) box.expandByPoint(point.fromArray(points, at));
  return box;
}

/** A stray is at least this many times the extent of the rest away. */
const strayGap = 3;
/** Share of all points above which a part is not a stray. */
const mostStray = 0.03;

/** Returns the largest gap between two boxes along any axis; 0 if they touch. */
function gapOf(a: Box3, b: Box3): number {
  const gap = (axis: 'x' | 'y' | 'z') => Math.max(a.min[axis] - b.max[axis], b.min[axis] - a.max[axis], 0);
  return Math.max(gap('x'), gap('y'), gap('z'));
}

/** Drops strays: few small parts far from all others are leftovers of a scene, and would shrink the rest to a speck. */
function withoutStrays(parts: readonly Points3[]): Points3 {
  const all = parts.flat();
  const boxes = parts.map(boundPoints);
  const largest = parts.reduce((most, part, at) => (part.length > (parts[most]?.length ?? 0) ? at : most), 0);
  const near = new Set([largest]);
  const whole = boxes[largest]?.clone() ?? new Box3();
  for (let before = 0; before < near.size; ) {
    before = near.size;
    const side = Math.max(...whole.getSize(new Vector3()).toArray());
    boxes.forEach((box, at) => {
      if (near.has(at) || gapOf(box, whole) > strayGap * side) return;
      near.add(at);
      whole.union(box);
    });
  }
  const kept = parts.filter((_, at) => near.has(at)).flat();
  return all.length - kept.length <= mostStray * all.length ? kept : all;
}

/** Picks a viewing direction: front right and above; flat things more from above, plates more from the front. */
function pickSide(size: Vector3): Side {
  const wide = Math.max(size.x, size.z);
  const isFlat = size.y < 0.12 * wide;
  const isPlate = size.z < 0.15 * Math.max(size.x, size.y);
  const azimuth = isPlate && !isFlat ? 22 : 35;
  const elevation = isFlat ? 42 : size.y > 2.5 * wide ? 12 : 20;
  return { azimuth, elevation };
}

function toDirection({ azimuth, elevation }: Side): Vector3 {
  // Straight from above, there would be no up direction.
  const steep = Math.min(89, Math.max(-89, elevation));
  const [a, e] = [(azimuth * Math.PI) / 180, (steep * Math.PI) / 180];
  return new Vector3(Math.sin(a) * Math.cos(e), Math.sin(e), Math.cos(a) * Math.cos(e));
}

/** Returns the camera from which the points just fill the picture, centred. */
function fitCamera(points: readonly number[], box: Box3, side: Side): PerspectiveCamera {
  const centre = box.getCenter(new Vector3());
  const direction = toDirection(side);
  const right = new Vector3(0, 1, 0).cross(direction).normalize();
  const up = direction.clone().cross(right);
  const slope = Math.tan((fieldOfView * Math.PI) / 360) * fill;
  // For each side of the view: how far its plane must move outwards to leave no point outside.
  const reach = { left: -Infinity, right: -Infinity, bottom: -Infinity, top: -Infinity };
  const point = new Vector3();
  for (let at = 0; at < points.length; at += 3) {
    point.fromArray(points, at).sub(centre);
    const [x, y, depth] = [point.dot(right), point.dot(up), slope * point.dot(direction)];
    reach.right = Math.max(reach.right, x + depth);
    reach.left = Math.max(reach.left, depth - x);
    reach.top = Math.max(reach.top, y + depth);
    reach.bottom = Math.max(reach.bottom, depth - y);
  }
  const distance = Math.max(reach.right + reach.left, reach.top + reach.bottom) / (2 * slope);
  const position = centre
    .clone()
    .addScaledVector(right, (reach.right - reach.left) / 2)
    .addScaledVector(up, (reach.top - reach.bottom) / 2);
  const radius = box.getSize(new Vector3()).length() / 2;
  const camera = new PerspectiveCamera(
    fieldOfView,
    1,
    Math.max(distance / 1000, distance - 1.5 * radius),
    distance + 4 * radius,
  );
  camera.position.copy(position).addScaledVector(direction, distance);
  camera.lookAt(position);
  camera.updateMatrixWorld(true);
  return camera;
}

/**
 * Scales a model to a size of 2, stands it on the ground, and finds the camera: from the wanted side, or where it looks
 * best. Throws if it has no extent.
 */
export function frameModel(root: Object3D, wanted: Side | null = null): Frame {
  const raw = boundPoints(withoutStrays(readPoints(root)));
  const size = raw.getSize(new Vector3());
  const largest = Math.max(size.x, size.y, size.z);
  if (!(largest > 0) || !Number.isFinite(largest)) throw new Error('it has nothing to see');
  const scale = 2 / largest;
  const centre = raw.getCenter(new Vector3());
  root.scale.multiplyScalar(scale);
  root.position
    .multiplyScalar(scale)
    .add(new Vector3(-centre.x, -raw.min.y, -centre.z).multiplyScalar(scale));
  root.updateMatrixWorld(true);
  const points = withoutStrays(readPoints(root));
  const box = boundPoints(points);
  const side = wanted ?? pickSide(box.getSize(new Vector3()));
  return { camera: fitCamera(points, box, side), box };
}

/** Returns the side that a camera looks from. */
export function sideOf(away: Vector3): Side {
  const toDegrees = 180 / Math.PI;
  const elevation = Math.asin(Math.min(1, Math.max(-1, away.y / Math.max(away.length(), 1e-9))));
  return { azimuth: Math.atan2(away.x, away.z) * toDegrees, elevation: elevation * toDegrees };
}

/** Returns the corners of a prism around a box that contains its contents however they are turned. */
function surround({ min, max }: Box3, corners: number): Points3 {
  const [width, depth] = [max.x - min.x, max.z - min.z];
  const [x, z] = [(min.x + max.x) / 2, (min.z + max.z) / 2];
  const radius = Math.hypot(width, depth) / 2;
  return [...Array(corners).keys()].flatMap((corner) => {
    const angle = (2 * Math.PI * corner) / corners;
    const [px, pz] = [x + radius * Math.sin(angle), z + radius * Math.cos(angle)];
    return [px, min.y, pz, px, max.y, pz];
  });
}

/** Returns cameras all around a model, at the same height and distance, starting at the frame's. */
export function frameTurn({ camera, box }: Frame, views: number): readonly PerspectiveCamera[] {
  const points = surround(box, views);
  const { azimuth, elevation } = sideOf(camera.getWorldDirection(new Vector3()).negate());
  return [...Array(views).keys()].map((view) =>
    fitCamera(points, box, { azimuth: azimuth + (360 * view) / views, elevation }),
  );
}
