import {
  Box3Helper,
  BufferGeometry,
  CanvasTexture,
  CapsuleGeometry,
  GridHelper,
  Group,
  Line,
  LineBasicMaterial,
  type Material,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  type PerspectiveCamera,
  Points,
  PointsMaterial,
  Scene,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { describeLength } from '../lib/describe-length.ts';
import type { Frame } from '../studio/frame-model.ts';
import type { Look } from './look.ts';
import { labelColours } from './scene-colours.ts';

/** Stage units per metre, or per model unit if its length is unknown. */
export type Scale = { readonly perUnit: number; readonly isMetric: boolean };

type Overlays = {
  readonly setLook: (look: Look, box: Frame['box'], scale: Scale) => void;
  /** The points of a measurement: none, one or two. */
  readonly setPoints: (points: readonly Vector3[], scale: Scale) => void;
  readonly draw: (renderer: WebGLRenderer, camera: PerspectiveCamera) => void;
  readonly release: () => void;
};

export const personHeight = 1.75;
const ink = 0x1f6feb;

/** Creates a label of constant size on the screen. */
function createLabel(text: string, at: Vector3): Sprite {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  const font = '600 44px system-ui, sans-serif';
  context.font = font;
  canvas.width = Math.ceil(context.measureText(text).width) + 40;
  canvas.height = 68;
  context.font = font;
  context.fillStyle = labelColours.ground;
  context.roundRect(0, 0, canvas.width, canvas.height, 18);
  context.fill();
  context.fillStyle = labelColours.ink;
  context.textBaseline = 'middle';
  context.fillText(text, 20, canvas.height / 2 + 3);
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  const label = new Sprite(
    new SpriteMaterial({ map, sizeAttenuation: false, depthTest: false, toneMapped: false }),
  );
  const height = 0.028;
  label.scale.set((height * canvas.width) / canvas.height, height, 1);
  label.position.copy(at);
  label.renderOrder = 2;
  return label;
}

function createBox(box: Frame['box'], { perUnit, isMetric }: Scale): Object3D {
  const group = new Group();
  const size = box.getSize(new Vector3());
  const centre = box.getCenter(new Vector3());
  const { min, max } = box;
  const say = (length: number) => describeLength(length / perUnit, isMetric);
  group.add(
    new Box3Helper(box, ink),
    createLabel(say(size.x), new Vector3(centre.x, min.y, max.z)),
    createLabel(say(size.y), new Vector3(max.x, centre.y, max.z)),
    createLabel(say(size.z), new Vector3(max.x, min.y, centre.z)),
  );
  return group;
}

/** Creates a person of 1.75 m, next to the model. */
function createPerson(box: Frame['box'], { perUnit }: Scale): Object3D {
  const group = new Group();
  const material = new MeshBasicMaterial({ color: 0x5b6470, transparent: true, opacity: 0.85 });
  const add = (geometry: BufferGeometry, x: number, y: number, lean = 0) => {
    const part = new Mesh(geometry, material);
    part.position.set(x, y, 0);
    part.rotation.z = lean;
    group.add(part);
  };
  add(new SphereGeometry(0.11, 24, 16), 0, 1.63);
  add(new CapsuleGeometry(0.17, 0.36, 8, 20).scale(1, 1, 0.62), 0, 1.17);
  for (const side of [-1, 1]) {
    add(new CapsuleGeometry(0.075, 0.68, 6, 14), side * 0.1, 0.42);
    add(new CapsuleGeometry(0.052, 0.5, 6, 14), side * 0.27, 1.07, side * 0.14);
  }
  group.scale.setScalar(perUnit);
  const gap = 0.45 * perUnit + 0.1;
  group.position.set(box.max.x + gap, box.min.y, box.getCenter(new Vector3()).z);
  return group;
}

/** Creates a grid with a step of 1, 10 or 0.1 units, whichever fits about ten times into the model. */
function createGrid(box: Frame['box'], { perUnit }: Scale): Object3D {
  const step = perUnit * 10 ** Math.round(Math.log10(0.2 / perUnit));
  const cells = Math.ceil(6 / step / 2) * 2;
  const grid = new GridHelper(cells * step, cells, 0x6b7280, 0x9aa1ab);
  const centre = box.getCenter(new Vector3());
  grid.position.set(centre.x, box.min.y, centre.z);
  for (const material of [grid.material].flat())
    Object.assign(material, { transparent: true, opacity: 0.55 });
  return grid;
}

function createRuler(points: readonly Vector3[], { perUnit, isMetric }: Scale): Object3D {
  const group = new Group();
  const [first, second] = points;
  if (!first) return group;
  const geometry = new BufferGeometry().setFromPoints([...points]);
  const dots = new PointsMaterial({ color: ink, size: 10, sizeAttenuation: false, depthTest: false });
  group.add(new Points(geometry, dots));
  if (!second) return group;
  group.add(new Line(geometry, new LineBasicMaterial({ color: ink, depthTest: false })));
  const middle = first.clone().lerp(second, 0.5);
  group.add(createLabel(describeLength(first.distanceTo(second) / perUnit, isMetric), middle));
  return group;
}

type Kept = Object3D & { geometry?: BufferGeometry; material?: Material | Material[] };
function release(root: Object3D): void {
  root.traverse((object: Kept) => {
    object.geometry?.dispose();
    for (const material of [object.material ?? []].flat()) {
      if (material instanceof SpriteMaterial) material.map?.dispose();
      material.dispose();
    }
  });
}

/** The drawings around a model: lengths, a person, a grid. */
export function createOverlays(): Overlays {
  const scene = new Scene();
  const shown = new Map<string, Object3D>();
  const put = (name: string, object: Object3D | null) => {
    const old = shown.get(name);
    if (old) {
      scene.remove(old);
      release(old);
      shown.delete(name);
    }
    if (!object) return;
    shown.set(name, object);
    scene.add(object);
  };
  return {
    setLook({ hasBox, hasPerson, ground }, box, scale) {
      put('box', hasBox ? createBox(box, scale) : null);
      put('person', hasPerson && scale.isMetric ? createPerson(box, scale) : null);
      put('grid', ground === 'grid' ? createGrid(box, scale) : null);
    },
    setPoints: (points, scale) => put('ruler', points.length > 0 ? createRuler(points, scale) : null),
    draw(renderer, camera) {
      if (shown.size === 0) return;
      renderer.autoClear = false;
      renderer.shadowMap.autoUpdate = false;
      renderer.render(scene, camera);
      renderer.shadowMap.autoUpdate = true;
      renderer.autoClear = true;
    },
    release() {
      for (const name of [...shown.keys()]) put(name, null);
    },
  };
}
