import {
  Mesh,
  MeshStandardMaterial,
  NeutralToneMapping,
  OrthographicCamera,
  PMREMGenerator,
  Scene,
  SphereGeometry,
  WebGLRenderer,
} from 'three';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { createLightRoom } from '../../../src-renderer/studio/light-room.ts';

// Runs in a browser's page: rows of spheres, of plastic and of metal, from mirrors to the roughest.

const side = 100;
const roughnesses = [0, 0.2, 0.4, 0.6, 0.8, 1];

const renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
renderer.setSize(side * roughnesses.length, side * 2, false);
renderer.toneMapping = NeutralToneMapping;

const scene = new Scene();
for (const [column, roughness] of roughnesses.entries())
  for (const metalness of [0, 1]) {
    const material = new MeshStandardMaterial({ color: 0xbbbbbb, roughness, metalness });
    const sphere = new Mesh(new SphereGeometry(0.48, 48, 32), material);
    sphere.position.set(column + 0.5, metalness + 0.5, 0);
    scene.add(sphere);
  }
const camera = new OrthographicCamera(0, roughnesses.length, 2, 0, 0.1, 10);
camera.position.z = 3;

/** Pixels of each sphere, plastic before metal. */
function draw(): Uint8Array[] {
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  return [0, 1].flatMap((row) =>
    roughnesses.map((_, column) => {
      const pixels = new Uint8Array(side * side * 4);
      gl.readPixels(column * side, row * side, side, side, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
      return pixels;
    }),
  );
}

const mean = (values: Uint8Array, toTerm: (value: number, index: number) => number) =>
  values.reduce((sum, value, index) => sum + toTerm(value, index), 0) / values.length;

/** For each sphere how bright it is, and how far our light room is from three's, both of 255. */
function compareRooms() {
  scene.environment = new PMREMGenerator(renderer).fromScene(new RoomEnvironment(), 0.04).texture;
  const wanted = draw();
  scene.environment = createLightRoom();
  const found = draw();
  return wanted.map((pixels, index) => ({
    brightness: mean(pixels, (value) => value),
    difference: mean(pixels, (value, at) => Math.abs(value - (found[index]?.[at] ?? 0))),
  }));
}

Object.assign(window, { compareRooms });
