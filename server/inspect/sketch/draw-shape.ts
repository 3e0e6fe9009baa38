import type { Shape } from './shape.ts';

/** Side of the picture in pixels; it is drawn at twice that. */
export const sketchSide = 128;
const side = sketchSide * 2;

// Framed like posters (src-renderer/studio/frame-model.ts), so that a poster replaces its sketch without a jump.
const slope = Math.tan((28 * Math.PI) / 360) * 0.84;
const light = [-0.38, 0.74, 0.55] as const;
const [ambient, diffuse] = [0.52, 0.53];
/** Half of the model's size is 1. */
const mostWidened = 0.05;
/** Twice the width needed to cover the triangles it stands for, because the sample is uneven. */
const overlap = 2;
/** Pixel limit of one picture: every triangle of a hostile file can cover all of it. */
const mostPixels = 12_000_000;

type Vector = readonly [number, number, number];
type View = { readonly right: Vector; readonly up: Vector; readonly toEye: Vector };
type Bounds = { readonly centre: Vector; readonly size: Vector };

function findBounds(places: Float64Array): Bounds {
  const ends = [0, 1, 2].map((axis) => {
    let [least, most] = [Infinity, -Infinity];
    for (let index = axis; index < places.length; index += 3) {
      const value = places[index] ?? 0;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    return { middle: (least + most) / 2, extent: most - least };
  });
  const [x, y, z] = ends;
  const none = { middle: 0, extent: 0 };
  const [a, b, c] = [x ?? none, y ?? none, z ?? none];
  return { centre: [a.middle, b.middle, c.middle], size: [a.extent, b.extent, c.extent] };
}

/** Seen from the front right and above; flat models more from above, plates more from the front. */
function pickView([x, y, z]: Vector): View {
  const wide = Math.max(x, z);
  const isFlat = y < 0.12 * wide;
  const isPlate = z < 0.15 * Math.max(x, y);
  const azimuth = ((isPlate && !isFlat ? 22 : 35) * Math.PI) / 180;
  const elevation = ((isFlat ? 42 : y > 2.5 * wide ? 12 : 20) * Math.PI) / 180;
  const [sin, cos, high, low] = [
    Math.sin(azimuth),
    Math.cos(azimuth),
    Math.sin(elevation),
    Math.cos(elevation),
  ];
  return { right: [cos, 0, -sin], up: [-sin * high, low, -cos * high], toEye: [sin * low, high, cos * low] };
}

/** Rotates points into the view, scaled to size 2: to the right, up, and towards the eye. */
function turnToView(places: Float64Array, { centre, size }: Bounds): void {
  const { right, up, toEye } = pickView(size);
  const half = Math.max(...size) / 2;
  for (let index = 0; index < places.length; index += 3) {
    const x = ((places[index] ?? 0) - centre[0]) / half;
    const y = ((places[index + 1] ?? 0) - centre[1]) / half;
    const z = ((places[index + 2] ?? 0) - centre[2]) / half;
    places[index] = x * right[0] + y * right[1] + z * right[2];
    places[index + 1] = x * up[0] + y * up[1] + z * up[2];
    places[index + 2] = x * toEye[0] + y * toEye[1] + z * toEye[2];
  }
}

/** Projects rotated points to pixels and depth, so that they just fill the picture. */
function project(places: Float64Array): void {
  const reach = [-Infinity, -Infinity, -Infinity, -Infinity] as [number, number, number, number];
  for (let index = 0; index < places.length; index += 3) {
    const [x, y, depth] = [places[index] ?? 0, places[index + 1] ?? 0, slope * (places[index + 2] ?? 0)];
    if (depth - x > reach[0]) reach[0] = depth - x;
    if (depth + x > reach[1]) reach[1] = depth + x;
    if (depth - y > reach[2]) reach[2] = depth - y;
    if (depth + y > reach[3]) reach[3] = depth + y;
  }
  const [left, right, bottom, top] = reach;
  const distance = Math.max(left + right, bottom + top) / (2 * slope);
  const zoom = (side / 2) * (1 / Math.tan((28 * Math.PI) / 360));
  for (let index = 0; index < places.length; index += 3) {
    const near = 1 / (distance - (places[index + 2] ?? 0));
    places[index] = side / 2 + ((places[index] ?? 0) - (right - left) / 2) * near * zoom;
    places[index + 1] = side / 2 - ((places[index + 1] ?? 0) - (top - bottom) / 2) * near * zoom;
    places[index + 2] = near;
  }
}

/** Brightness of each triangle, from either side. */
function shadeAll(places: Float64Array): Float32Array {
  const shades = new Float32Array(places.length / 9);
  const edge = new Float64Array(6);
  for (let triangle = 0; triangle < shades.length; triangle += 1) {
    for (let index = 0; index < 6; index += 1)
      edge[index] = (places[triangle * 9 + 3 + index] ?? 0) - (places[triangle * 9 + (index % 3)] ?? 0);
    const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0] = edge;
    const [x, y, z] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    const length = Math.sqrt(x * x + y * y + z * z) * (z < 0 ? -1 : 1);
    const lit = length === 0 ? 0 : (x * light[0] + y * light[1] + z * light[2]) / length;
    shades[triangle] = ambient + diffuse * Math.max(0, lit);
  }
  return shades;
}

/** Widens each triangle around its centre, by a few pixels at most. */
function widen(places: Float64Array, factor: number): void {
  for (let o = 0; o < places.length; o += 9) {
    const p = (index: number) => places[o + index] ?? 0;
    const middle = [p(0) + p(3) + p(6), p(1) + p(4) + p(7), p(2) + p(5) + p(8)].map((sum) => sum / 3);
    let radius = 0;
    for (let index = 0; index < 9; index += 1)
      radius = Math.max(radius, Math.abs(p(index) - (middle[index % 3] ?? 0)));
    const wider = Math.min(factor, 1 + mostWidened / (radius || 1));
    for (let index = 0; index < 9; index += 1) {
      const centre = middle[index % 3] ?? 0;
      places[o + index] = centre + (p(index) - centre) * wider;
    }
  }
}

/** Reused for every picture. */
const canvas = { colours: new Uint32Array(side * side), near: new Float32Array(side * side) };
const isDrawn = 0x1000000;

/** Where a row enters and leaves a triangle. */
const span = new Float64Array(2);
function crossRow(places: Float64Array, o: number, y: number): void {
  span[0] = Infinity;
  span[1] = -Infinity;
  for (let corner = 0; corner < 9; corner += 3) {
    const next = o + ((corner + 3) % 9);
    const ay = places[o + corner + 1] ?? 0;
    const by = places[next + 1] ?? 0;
    if (ay <= y === by <= y) continue;
    const ax = places[o + corner] ?? 0;
    const x = ax + ((y - ay) / (by - ay)) * ((places[next] ?? 0) - ax);
    span[0] = Math.min(span[0], x);
    span[1] = Math.max(span[1], x);
  }
}

/** Draws one triangle row by row; returns the number of pixels. */
function fillTriangle(places: Float64Array, o: number, colour: number): number {
  const { colours, near } = canvas;
  const p = (index: number) => places[o + index] ?? 0;
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = [p(0), p(1), p(2), p(3), p(4), p(5), p(6), p(7), p(8)];
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  if (!(Math.abs(area) > 1e-9)) return 0;
  const nearByX = ((bz - az) * (cy - ay) - (cz - az) * (by - ay)) / area;
  const nearByY = ((cz - az) * (bx - ax) - (bz - az) * (cx - ax)) / area;
  const first = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
  const last = Math.min(side - 1, Math.ceil(Math.max(ay, by, cy) - 0.5) - 1);
  let pixels = last - first;
  for (let row = first; row <= last; row += 1) {
    crossRow(places, o, row + 0.5);
    const start = Math.max(0, Math.ceil((span[0] ?? 0) - 0.5));
    const end = Math.min(side, Math.ceil((span[1] ?? 0) - 0.5));
    let depth = az + (start + 0.5 - ax) * nearByX + (row + 0.5 - ay) * nearByY;
    for (let at = row * side + start; at < row * side + end; at += 1) {
      if (depth > (near[at] ?? 0)) {
        near[at] = depth;
        colours[at] = colour;
      }
      depth += nearByX;
    }
    pixels += Math.max(0, end - start);
  }
  return pixels;
}

function shadeColour(colour: number, shade: number): number {
  const red = Math.min(255, ((colour >> 16) & 255) * shade);
  const green = Math.min(255, ((colour >> 8) & 255) * shade);
  const blue = Math.min(255, (colour & 255) * shade);
  return isDrawn | (red << 16) | (green << 8) | blue;
}

const around = [-side - 1, -side, -side + 1, -1, 1, side - 1, side, side + 1];

/** Fills empty pixels with at least five drawn neighbours. */
function fillHoles(colours: Uint32Array): void {
  const before = colours.slice();
  for (let at = side + 1; at < before.length - side - 1; at += 1) {
    if (before[at] !== 0) continue;
    let drawn = 0;
    let colour = 0;
    for (const step of around) {
      const next = before[at + step] ?? 0;
      if (next !== 0) drawn += 1;
      colour ||= next;
    }
    if (drawn >= 5) colours[at] = colour;
  }
}

/** Averages every four pixels into one RGBA pixel. */
function halve(colours: Uint32Array): Uint8Array {
  const pixels = new Uint8Array(sketchSide * sketchSide * 4);
  for (let at = 0; at < pixels.length; at += 4) {
    const from = Math.floor(at / 4 / sketchSide) * 2 * side + ((at / 4) % sketchSide) * 2;
    let [red, green, blue, drawn] = [0, 0, 0, 0];
    for (let index = 0; index < 4; index += 1) {
      const colour = colours[from + (index >> 1) * side + (index & 1)] ?? 0;
      if (colour === 0) continue;
      red += (colour >> 16) & 255;
      green += (colour >> 8) & 255;
      blue += colour & 255;
      drawn += 1;
    }
    if (drawn === 0) continue;
    pixels[at] = red / drawn;
    pixels[at + 1] = green / drawn;
    pixels[at + 2] = blue / drawn;
    pixels[at + 3] = (255 * drawn) / 4;
  }
  return pixels;
}

/** Renders a shape on a transparent background, as RGBA of `sketchSide`; null if there is nothing to see. */
export function drawShape(shape: Shape): Uint8Array | null {
  const { places, colours } = shape.read();
  const bounds = findBounds(places);
  const largest = Math.max(...bounds.size);
  if (!(largest > 0) || !Number.isFinite(largest)) return null;
  turnToView(places, bounds);
  const shades = shadeAll(places);
  if (shape.step > 1) widen(places, overlap * Math.sqrt(shape.step));
  project(places);
  canvas.colours.fill(0);
  canvas.near.fill(0);
  let pixels = 0;
  for (let triangle = 0; triangle < colours.length && pixels < mostPixels; triangle += 1)
    pixels += fillTriangle(places, triangle * 9, shadeColour(colours[triangle] ?? 0, shades[triangle] ?? 0));
  if (pixels === 0) return null;
  if (shape.step > 1) for (let pass = 0; pass < 4; pass += 1) fillHoles(canvas.colours);
  return halve(canvas.colours);
}
