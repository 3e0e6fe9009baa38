import type { Point, Projection } from './projection.ts';
import type { Face, Solid, Tone } from './solid.ts';

const wide = Math.sqrt(1.5);
const narrow = Math.SQRT1_2;

/** The faces of one solid that the viewer sees, from back to front. */
export function drawSolid(one: Solid, projection: Projection): readonly Face[] {
  switch (one.kind) {
    case 'box':
      return drawBox(one, projection);
    case 'cylinder':
      return drawCylinder(one, projection);
    case 'cone':
      return drawCone(one, projection);
    case 'ball':
      return drawBall(one, projection);
    case 'pyramid':
      return drawPyramid(one, projection);
    case 'gem':
      return drawGem(one, projection);
  }
}

function face(tone: Tone, points: readonly Point[]): Face {
  return { tone, path: `M${points.map(write).join('L')}Z` };
}

function write([x, y]: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function drawBox({ x, y, z, width, depth, height }: Solid, { project }: Projection): readonly Face[] {
  const [right, front, top] = [x + width, y + depth, z + height];
  return [
    face('left', [
      project(x, front, z),
      project(right, front, z),
      project(right, front, top),
      project(x, front, top),
    ]),
    face('right', [
      project(right, y, z),
      project(right, front, z),
      project(right, front, top),
      project(right, y, top),
    ]),
    face('top', [
      project(x, y, top),
      project(right, y, top),
      project(right, front, top),
      project(x, front, top),
    ]),
  ];
}

type Ellipse = { readonly centre: Point; readonly across: number; readonly down: number };

function footOf(one: Solid, { project, scale }: Projection, z: number): Ellipse {
  const radius = Math.min(one.width, one.depth) / 2;
  return {
    centre: project(one.x + one.width / 2, one.y + one.depth / 2, z),
    across: radius * wide * scale,
    down: radius * narrow * scale,
  };
}

function arc(ellipse: Ellipse, sweep: 0 | 1, to: Point): string {
  return `A${round(ellipse.across)} ${round(ellipse.down)} 0 0 ${sweep} ${write(to)}`;
}

function drawCylinder(one: Solid, projection: Projection): readonly Face[] {
  const foot = footOf(one, projection, one.z);
  const lid = footOf(one, projection, one.z + one.height);
  const [footX, footY] = foot.centre;
  const [lidX, lidY] = lid.centre;
  const side = (sign: -1 | 1): string => {
    const edge = write([footX + sign * foot.across, footY]);
    const middle: Point = [footX, footY + foot.down];
    return `M${edge}${arc(foot, sign < 0 ? 0 : 1, middle)}L${write([lidX, lidY])}L${write([lidX + sign * lid.across, lidY])}Z`;
  };
  const lidPath = `M${write([lidX - lid.across, lidY])}${arc(lid, 1, [lidX + lid.across, lidY])}${arc(lid, 1, [lidX - lid.across, lidY])}Z`;
  return [
    { tone: 'left', path: side(-1) },
    { tone: 'right', path: side(1) },
    { tone: 'top', path: lidPath },
  ];
}

function drawCone(one: Solid, projection: Projection): readonly Face[] {
  const foot = footOf(one, projection, one.z);
  const [x, y] = foot.centre;
  const [, tipY] = footOf(one, projection, one.z + one.height).centre;
  const tip = write([x, tipY]);
  const middle: Point = [x + foot.across * 0.2, y + foot.down * 0.98];
  return [
    { tone: 'top', path: `M${tip}L${write([x - foot.across, y])}${arc(foot, 0, middle)}Z` },
    { tone: 'right', path: `M${tip}L${write([x + foot.across, y])}${arc(foot, 1, middle)}Z` },
  ];
}

function drawBall(one: Solid, { project, scale }: Projection): readonly Face[] {
  const radius = (Math.min(one.width, one.depth, one.height) / 2) * scale;
  const [x, y] = project(one.x + one.width / 2, one.y + one.depth / 2, one.z + one.height / 2);
  return [
    { tone: 'right', path: circle(radius, [x, y]) },
    { tone: 'left', path: circle(radius * 0.8, [x - radius * 0.16, y - radius * 0.16]) },
    { tone: 'top', path: circle(radius * 0.4, [x - radius * 0.3, y - radius * 0.34]) },
  ];
}

function circle(exactRadius: number, [x, y]: Point): string {
  const radius = round(exactRadius);
  const arcs = [2 * radius, -2 * radius].map((step) => `a${radius} ${radius} 0 1 1 ${round(step)} 0`);
  return `M${write([x - radius, y])}${arcs.join('')}Z`;
}

function drawPyramid({ x, y, z, width, depth, height }: Solid, { project }: Projection): readonly Face[] {
  const tip = project(x + width / 2, y + depth / 2, z + height);
  const corner = project(x + width, y + depth, z);
  return [
    face('top', [tip, project(x, y + depth, z), corner]),
    face('right', [tip, project(x + width, y, z), corner]),
  ];
}

function drawGem({ x, y, z, width, depth, height }: Solid, { project }: Projection): readonly Face[] {
  const belt = z + height * 0.58;
  const [tip, foot] = [
    project(x + width / 2, y + depth / 2, z + height),
    project(x + width / 2, y + depth / 2, z),
  ];
  const [left, near, right] = [
    project(x, y + depth, belt),
    project(x + width, y + depth, belt),
    project(x + width, y, belt),
  ];
  return [
    face('top', [tip, left, near]),
    face('left', [tip, near, right]),
    face('right', [foot, left, near]),
    face('dark', [foot, near, right]),
  ];
}
