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
  /** Where the lamp is, as seen from the camera: to the left, up, and towards the camera. */
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

/** The camera room that all models stand in: the same light, ground and paper. */
export type Stage = {
  readonly scene: Scene;
  /** The studio's paper; null where nothing is behind the model. */
  readonly backdrop: Texture | null;
  /** The ground under a model. */
  readonly ground: Object3D;
  /** Stands a model on the stage, lit as seen from its camera. */
  readonly place: (model: Object3D, frame: Frame) => void;
  /** Puts another model in the place of the one that stands there, of the same shape and with the same shadow. */
  readonly swap: (model: Object3D) => void;
  /** Puts the lamp elsewhere; it counts from the next time that it is aimed. */
  readonly setLight: (name: LightName) => void;
  /** Draws the lamp's shadow as finely as a picture needs whose longer side has so many pixels. */
  readonly fitShadow: (pictureSide: number) => void;
  /** Lets the lamp follow a camera that has moved. */
  readonly aim: (frame: Frame) => void;
  /** Draws the soft shadow under a model again, which has moved. */
  readonly updateShadow: (box: Box3) => void;
  readonly clear: () => void;
  /** Gives back what it keeps on the graphics card. */
  readonly release: () => void;
};

/** Width and height of the picture of what the lamp sees. */
const largestShadow = 2048;

/** A shadow needs no more than twice the pixels of the picture, and is as soft with fewer. */
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

/** Puts the lamp where it belongs as seen from the camera, and its shadow tightly around the model. */
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

/** Sets the renderer's tones and shadows too, as they belong to the light. Without a theme there is no paper. */
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
