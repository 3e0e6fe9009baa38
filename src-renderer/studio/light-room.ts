import {
  BackSide,
  BoxGeometry,
  CubeCamera,
  HalfFloatType,
  LinearMipmapLinearFilter,
  LinearMipmapNearestFilter,
  LinearSRGBColorSpace,
  Mesh,
  NoBlending,
  ShaderChunk,
  ShaderMaterial,
  WebGLCubeRenderTarget,
  type WebGLRenderer,
} from 'three';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';

/** Width of a face of the sharpest level in pixels: the room has no smaller detail, as its light is soft. */
const size = 64;
/** Down to faces of 4 pixels, which hold what the roughest surface sees. */
const levels = Math.log2(size) - 1;
/** Which roughness a level is for: three's shaders look for it at `last * r * (2 - r)`. */
const toRoughness = (level: number) => 1 - Math.sqrt(1 - level / (levels - 1));
/** Of the sharpest level; each level has a quarter of the pixels and four times the samples of the one before. */
const samples = 24;
/** How soft the room's lamps are in a mirror: what a surface of this roughness would make of them. */
const softness = 0.12;

/**
 * Gathers the light that a surface of a roughness throws towards who looks straight at it: samples lie on a spiral, as
 * many where its GGX lobe is bright, and each takes the mean of the part of the room that it stands for.
 */
const gather = /* glsl */ `
  varying vec3 vWorldDirection;
  uniform samplerCube room;
  uniform float alpha;
  uniform int count;
  #include <common>
  const float goldenAngle = 2.39996322973;
  const float texel = 4.0 * PI / (6.0 * ${size}.0 * ${size}.0);

  void main() {
    vec3 normal = normalize(vWorldDirection);
    vec3 side = normalize(cross(abs(normal.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0), normal));
    vec3 other = cross(normal, side);
    float alpha2 = alpha * alpha;
    vec4 sum = vec4(0.0);
    for (int index = 0; index < count; index++) {
      float share = (float(index) + 0.5) / float(count);
      float cosHalf2 = (1.0 - share) / (1.0 + (alpha2 - 1.0) * share);
      float towards = 2.0 * cosHalf2 - 1.0;
      if (towards <= 0.0) break;
      float width = 1.0 + (alpha2 - 1.0) * cosHalf2;
      float density = alpha2 / (4.0 * PI * width * width);
      float level = 0.5 * log2(1.0 / (float(count) * density * texel)) + 0.5;
      float angle = float(index) * goldenAngle;
      vec3 across = cos(angle) * side + sin(angle) * other;
      vec3 from = towards * normal + sqrt(1.0 - towards * towards) * across;
      sum += towards * vec4(textureLod(room, from, max(level, 0.0)).rgb, 1.0);
    }
    gl_FragColor = vec4(sum.rgb / sum.a, 1.0);
  }`;

const createCube = (hasDepth: boolean) =>
  new WebGLCubeRenderTarget(size, {
    // Many samples of the room are added up, so each may take the nearest of its levels.
    minFilter: hasDepth ? LinearMipmapNearestFilter : LinearMipmapLinearFilter,
    generateMipmaps: hasDepth,
    type: HalfFloatType,
    colorSpace: LinearSRGBColorSpace,
    depthBuffer: hasDepth,
  });

function drawRoom(renderer: WebGLRenderer): WebGLCubeRenderTarget {
  const seen = createCube(true);
  const room = new RoomEnvironment();
  new CubeCamera(0.1, 100, seen).update(renderer, room);
  room.dispose();
  return seen;
}

/**
 * The light of the room around a model, for every roughness: the cube that three's own PMREMGenerator would make, in a
 * small part of the time, which without a graphics card is seconds.
 */
export function createLightRoom(renderer: WebGLRenderer): WebGLCubeRenderTarget {
  const seen = drawRoom(renderer);
  const light = createCube(false);
  Object.assign(light.texture, {
    isPMREMTexture: true,
    mipmaps: Array.from({ length: levels }, (_, level) => ({ width: size >> level, height: size >> level })),
  });
  const material = new ShaderMaterial({
    uniforms: { room: { value: seen.texture }, alpha: { value: 0 }, count: { value: 0 } },
    vertexShader: ShaderChunk.cube_vert,
    fragmentShader: gather,
    side: BackSide,
    blending: NoBlending,
    depthTest: false,
    depthWrite: false,
  });
  const walls = new Mesh(new BoxGeometry(5, 5, 5), material);
  const camera = new CubeCamera(1, 10, light);
  for (let level = 0; level < levels; level += 1) {
    material.uniforms.alpha = { value: Math.hypot(toRoughness(level) ** 2, softness ** 2) };
    material.uniforms.count = { value: samples << (2 * level) };
    camera.activeMipmapLevel = level;
    light.viewport.set(0, 0, size >> level, size >> level);
    camera.update(renderer, walls);
  }
  light.viewport.set(0, 0, size, size);
  for (const kept of [seen, material, walls.geometry]) kept.dispose();
  return light;
}
