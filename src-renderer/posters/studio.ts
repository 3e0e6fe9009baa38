import {
  DirectionalLight,
  NeutralToneMapping,
  type Object3D,
  PCFShadowMap,
  PMREMGenerator,
  Scene,
  type Texture,
  Vector3,
  WebGLRenderer,
} from 'three';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { posterPixels } from '../../server/contract/limits.ts';
import { createBackdrop } from './backdrop.ts';
import { createContactShadow } from './contact-shadow.ts';
import type { Frame } from './frame-model.ts';

export type Studio = {
  readonly renderer: WebGLRenderer;
  /** Draws a model; the canvas is good until the next one. Throws when the graphics card is lost. */
  readonly draw: (model: Object3D, frame: Frame) => HTMLCanvasElement;
};

function createRenderer(): WebGLRenderer {
  const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true, alpha: false });
  renderer.setPixelRatio(1);
  renderer.setSize(posterPixels.large, posterPixels.large, false);
  renderer.toneMapping = NeutralToneMapping;
  renderer.toneMappingExposure = 1;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  return renderer;
}

function createKeyLight(): DirectionalLight {
  const light = new DirectionalLight(0xffffff, 1.45);
  light.castShadow = true;
  light.shadow.mapSize.set(2048, 2048);
  light.shadow.bias = -0.0004;
  light.shadow.normalBias = 0.02;
  light.shadow.radius = 4;
  return light;
}

/** Puts the lamp up left in front, as seen from the camera, and its shadow tightly around the model. */
function aim(light: DirectionalLight, { box, camera }: Frame): void {
  const centre = box.getCenter(new Vector3());
  const radius = box.getSize(new Vector3()).length() / 2;
  const toCamera = camera.position.clone().sub(centre).setY(0).normalize();
  const left = new Vector3(0, 1, 0).cross(toCamera).negate();
  const from = toCamera
    .multiplyScalar(0.9)
    .addScaledVector(left, 0.8)
    .add(new Vector3(0, 1.5, 0))
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

function createLightRoom(renderer: WebGLRenderer): Texture {
  const generator = new PMREMGenerator(renderer);
  const { texture } = generator.fromScene(new RoomEnvironment(), 0.04);
  generator.dispose();
  return texture;
}

/** One camera room for all models: the same light, ground and paper. Throws where there is no WebGL. */
export function createStudio(): Studio {
  const renderer = createRenderer();
  const scene = new Scene();
  scene.environment = createLightRoom(renderer);
  scene.environmentIntensity = 0.5;
  const backdrop = createBackdrop();
  const light = createKeyLight();
  const shadow = createContactShadow(renderer);
  scene.add(light, light.target);

  return {
    renderer,
    draw(model, frame) {
      scene.add(model);
      try {
        aim(light, frame);
        shadow.update(scene, frame.box);
        scene.background = backdrop;
        scene.add(shadow.plane);
        renderer.render(scene, frame.camera);
        if (renderer.getContext().isContextLost())
          throw new Error(
            'The graphics card was lost while it was drawn. It may need more memory than there is.',
          );
        return renderer.domElement;
      } finally {
        scene.remove(model, shadow.plane);
        scene.background = null;
        renderer.renderLists.dispose();
      }
    },
  };
}
