import {
  type Box3,
  DirectionalLight,
  NeutralToneMapping,
  type Object3D,
  PCFShadowMap,
  Scene,
  type Texture,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { createBackdrop, type PaperTheme } from './backdrop.ts';
import { createContactShadow } from './contact-shadow.ts';
import type { Frame } from './frame-model.ts';
import { createLightRoom } from './light-room.ts';

type Light = {
  /** Position of the lamp relative to the camera: left, up, and towards the camera. */
  readonly from: readonly [left: number, up: number, front: number];
  readonly lamp: number;
  /** The room's light. */
  readonly room: number;
};

/** `studio` is that of the posters. */
const lights = {
  studio: { from: [0.8, 1.5, 0.9], lamp: 1.45, room: 0.5 },
  side: { from: [1.6, 0.7, 0.1], lamp: 2.6, room: 0.16 },
  back: { from: [-0.7, 1.1, -1.4], lamp: 3.2, room: 0.26 },
  even: { from: [0, 1, 0.2], lamp: 0, room: 1.05 },
} as const satisfies Readonly<Record<string, Light>>;
export type LightName = keyof typeof lights;

/** The studio for all models: the same light, ground and paper. */
export type Stage = {
  readonly scene: Scene;
  /** The studio's paper; null for a transparent background. */
  readonly backdrop: Texture | null;
  /** The ground under a model. */
  readonly ground: Object3D;
  /** Places a model on the stage, lit relative to its camera. */
  readonly place: (model: Object3D, frame: Frame) => void;
  /** Replaces the model with one of the same shape and shadow. */
  readonly swap: (model: Object3D) => void;
  /** Moves the lamp, effective the next time it is aimed. */
  readonly setLight: (name: LightName) => void;
  /** Matches the shadow's resolution to the longer side of the picture, in pixels. */
  readonly fitShadow: (pictureSide: number) => void;
  /** Moves the lamp along with the camera. */
  readonly aim: (frame: Frame) => void;
  /** Renders the soft shadow under a moved model again. */
  readonly updateShadow: (box: Box3) => void;
  readonly clear: () => void;
  /** Releases its graphics memory. */
  readonly release: () => void;
};

/** Largest width and height of the shadow map. */
const largestShadow = 2048;

/** A shadow needs at most twice the pixels of the picture, and is as soft with fewer. */
function fitShadow({ shadow }: DirectionalLight, pictureSide: number): void {
  const pixels = Math.min(largestShadow, 2 ** Math.ceil(Math.log2(pictureSide * 2)));
  if (shadow.mapSize.x === pixels) return;
  shadow.mapSize.set(pixels, pixels);
  shadow.radius = (4 * pixels) / largestShadow;
  shadow.map?.dispose();
  shadow.map = null;
}

function createKeyLight(): DirectionalLight {
  const light = new DirectionalLight(0xffffff, lights.studio.lamp);
  light.castShadow = true;
  light.shadow.bias = -0.0004;
  light.shadow.normalBias = 0.02;
  fitShadow(light, largestShadow);
  return light;
}

/** Positions the lamp relative to the camera, and its shadow tightly around the model. */
function aimLight(light: DirectionalLight, { box, camera }: Frame, [side, up, front]: Light['from']): void {
  const centre = box.getCenter(new Vector3());
  const radius = box.getSize(new Vector3()).length() / 2;
  const toCamera = camera.position.clone().sub(centre).setY(0).normalize();
  const left = new Vector3(0, 1, 0).cross(toCamera).negate();
  const from = toCamera
    .multiplyScalar(front)
    .addScaledVector(left, side)
    .add(new Vector3(0, up, 0))
    .normalize();
  light.position.copy(centre).addScaledVector(from, radius * 3);
  light.target.position.copy(centre);
  light.target.updateMatrixWorld();
  Object.assign(light.shadow.camera, {
    left: -radius,
    right: radius,
    top: radius,
    bottom: -radius,
    near: radius,
    far: radius * 5,
  });
  light.shadow.camera.updateProjectionMatrix();
}

/** Also sets the renderer's tone mapping and shadows, which belong to the light. Without a theme there is no paper. */
export function createStage(renderer: WebGLRenderer, theme: PaperTheme | null): Stage {
  renderer.toneMapping = NeutralToneMapping;
  renderer.toneMappingExposure = 1;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  const scene = new Scene();
  const lightRoom = createLightRoom();
  scene.environment = lightRoom;
  scene.environmentIntensity = lights.studio.room;
  const backdrop = theme && createBackdrop(theme);
  const light = createKeyLight();
  const shadow = createContactShadow(renderer);
  scene.add(light, light.target);
  let placed: Object3D | null = null;

  const updateShadow = (box: Box3) => {
    scene.remove(shadow.plane);
    shadow.update(scene, box);
    scene.add(shadow.plane);
  };
  let from: Light['from'] = lights.studio.from;
  const aim = (frame: Frame) => aimLight(light, frame, from);
  const clear = () => {
    if (placed) scene.remove(placed, shadow.plane);
    placed = null;
    scene.background = null;
    renderer.renderLists.dispose();
  };
  return {
    scene,
    backdrop,
    setLight(name) {
      const { lamp, room } = lights[name];
      from = lights[name].from;
      light.intensity = lamp;
      light.castShadow = lamp > 0;
      scene.environmentIntensity = room;
    },
    ground: shadow.plane,
    swap(model) {
      if (placed === model) return;
      if (placed) scene.remove(placed);
      placed = model;
      scene.add(model);
    },
    place(model, frame) {
      clear();
      placed = model;
      scene.add(model);
      aim(frame);
      updateShadow(frame.box);
      scene.background = backdrop;
    },
    fitShadow: (pictureSide) => fitShadow(light, pictureSide),
    aim,
    updateShadow,
    clear,
    release() {
      clear();
      for (const kept of [lightRoom, backdrop, light, shadow]) kept?.dispose();
    },
  };
}
