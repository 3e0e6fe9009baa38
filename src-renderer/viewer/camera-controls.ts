import { MathUtils, type PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Frame } from '../studio/frame-model.ts';
import type { ViewCommand } from './view-command.ts';

export type CameraControls = {
  readonly perform: (command: ViewCommand) => void;
  /** Goes on with a movement that runs out by itself. */
  readonly update: () => void;
  readonly release: () => void;
};

type Options = {
  readonly frame: Frame;
  readonly canvas: HTMLCanvasElement;
  /** For people who asked for less motion: nothing goes on moving by itself. */
  readonly isStill: boolean;
  readonly onChange: () => void;
};

/** Where the camera looks, at the depth of the model's middle. */
function findTarget({ camera, box }: Frame): Vector3 {
  const forward = camera.getWorldDirection(new Vector3());
  const depth = box.getCenter(new Vector3()).sub(camera.position).dot(forward);
  return camera.position.clone().addScaledVector(forward, depth);
}

/** A model is two units large: the camera may come near a single edge and go back to see all of it small. */
function widen(camera: PerspectiveCamera): void {
  camera.near = 0.01;
  camera.far = 60;
  camera.updateProjectionMatrix();
}

/** Turns, pans and zooms a camera by mouse, touch and commands. */
export function createCameraControls({ frame, canvas, isStill, onChange }: Options): CameraControls {
  const { camera } = frame;
  widen(camera);
  // Before the controls turn the camera to a target of their own.
  const target = findTarget(frame);
  const controls = new OrbitControls(camera, canvas);
  controls.target.copy(target);
  controls.enableDamping = !isStill;
  controls.dampingFactor = 0.12;
  controls.minDistance = 0.15;
  controls.maxDistance = 25;
  controls.zoomToCursor = true;
  controls.update();
  controls.saveState();
  controls.addEventListener('change', onChange);
  const reset = () => {
    // Else what is left of a movement would go on from the first view.
    controls.enableDamping = false;
    controls.update();
    controls.reset();
    controls.enableDamping = !isStill;
  };
  const perform = (command: ViewCommand) => {
    if (command.kind === 'reset') return reset();
    if (command.kind === 'zoom') return controls.dollyIn(1 / command.factor);
    const { right, down } = command;
    if (command.kind === 'pan') return controls.pan(right * canvas.clientHeight, down * canvas.clientHeight);
    if (right !== 0) controls.rotateLeft(MathUtils.degToRad(right));
    if (down !== 0) controls.rotateUp(MathUtils.degToRad(down));
  };
  return { perform, update: () => void controls.update(), release: () => controls.dispose() };
}
