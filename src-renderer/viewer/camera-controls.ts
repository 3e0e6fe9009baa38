import { MathUtils, type PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { type Frame, type Side, sideOf } from '../studio/frame-model.ts';
import type { ViewCommand } from './view-command.ts';

type CameraControls = {
  readonly perform: (command: Exclude<ViewCommand, { kind: 'point' }>) => void;
  /** Returns the camera's position and target as text. */
  readonly readPlace: () => string;
  readonly readSide: () => Side;
  /** Moves back, if needed, until an object of this height, in stage units, fits into the view. */
  readonly makeRoom: (height: number) => void;
  /** Sets whether zooming moves towards the pointer, which makes no sense in one of several pictures. */
  readonly setZoomToPointer: (isOn: boolean) => void;
  /** Continues a movement with inertia. */
  readonly update: () => void;
  readonly release: () => void;
};

type Options = {
  readonly frame: Frame;
  readonly canvas: HTMLCanvasElement;
  /** Set for users who prefer reduced motion: no inertia. */
  readonly isStill: boolean;
  /** A text from `readPlace`; anything else is ignored. */
  readonly place?: string | undefined;
  readonly onChange: () => void;
};

/** Returns where the camera looks, at the depth of the model's centre. */
function findTarget({ camera, box }: Frame): Vector3 {
  const forward = camera.getWorldDirection(new Vector3());
  const depth = box.getCenter(new Vector3()).sub(camera.position).dot(forward);
  return camera.position.clone().addScaledVector(forward, depth);
}

/** Parses six numbers that a camera can have; null for any other text. */
function readNumbers(place: string): readonly number[] | null {
  const numbers = place.split(',').map(Number);
  const isGood = numbers.length === 6 && numbers.every((value) => Math.abs(value) < 100);
  return isGood ? numbers : null;
}

/** A model is two units in size: the camera can move close to an edge, and far enough back to see all of it small. */
function widen(camera: PerspectiveCamera): void {
  camera.near = 0.01;
  camera.far = 400;
  camera.updateProjectionMatrix();
}

/** Turns, pans and zooms a camera by mouse, touch and commands. */
export function createCameraControls({
  frame,
  canvas,
  isStill,
  place = '',
  onChange,
}: Options): CameraControls {
  const { camera } = frame;
  widen(camera);
  // Must be read before the controls turn the camera towards their own target.
  const target = findTarget(frame);
  const controls = new OrbitControls(camera, canvas);
  controls.target.copy(target);
  controls.enableDamping = !isStill;
  controls.dampingFactor = 0.12;
  controls.minDistance = 0.15;
  controls.maxDistance = 100;
  controls.zoomToCursor = true;
  controls.update();
  controls.saveState();
  const placed = readNumbers(place);
  if (placed) {
    camera.position.fromArray(placed);
    controls.target.fromArray(placed, 3);
    controls.update();
  }
  controls.addEventListener('change', onChange);
  const reset = () => {
    // Otherwise the rest of a movement would continue from the first view.
    controls.enableDamping = false;
    controls.update();
    controls.reset();
    controls.enableDamping = !isStill;
  };
  const perform: CameraControls['perform'] = (command) => {
    if (command.kind === 'reset') return reset();
    if (command.kind === 'zoom') return controls.dollyIn(1 / command.factor);
    const { right, down } = command;
    if (command.kind === 'pan') return controls.pan(right * canvas.clientHeight, down * canvas.clientHeight);
    if (right !== 0) controls.rotateLeft(MathUtils.degToRad(right));
    if (down !== 0) controls.rotateUp(MathUtils.degToRad(down));
  };
  const readPlace = () =>
    [...camera.position.toArray(), ...controls.target.toArray()].map((value) => value.toFixed(3)).join(',');
  const makeRoom = (height: number) => {
    const slope = Math.tan(MathUtils.degToRad(camera.fov) / 2);
    const wanted = Math.min(controls.maxDistance, (0.62 * height) / slope);
    const away = camera.position.clone().sub(controls.target);
    if (away.length() >= wanted) return;
    controls.target.y = Math.max(controls.target.y, height * 0.45);
    camera.position.copy(controls.target).add(away.setLength(wanted));
    controls.update();
  };
  return {
    perform,
    readPlace,
    readSide: () => sideOf(camera.position.clone().sub(controls.target)),
    makeRoom,
    setZoomToPointer: (isOn) => {
      controls.zoomToCursor = isOn;
    },
    update: () => void controls.update(),
    release: () => controls.dispose(),
  };
}
