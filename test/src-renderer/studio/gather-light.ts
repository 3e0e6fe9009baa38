import {
  BackSide,
  BoxGeometry,
  CubeCamera,
  DataUtils,
  FloatType,
  HalfFloatType,
  LinearMipmapLinearFilter,
  LinearSRGBColorSpace,
  Mesh,
  NearestFilter,
  NoBlending,
  ShaderChunk,
  ShaderMaterial,
  WebGLCubeRenderTarget,
  WebGLRenderer,
} from 'three';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { roomSizes, toRoughness } from '../../../src-renderer/studio/light-room.ts';

// Runs in a browser's page: makes what light-room.ts unpacks.

/** Side of the drawn room, in pixels. */
const side = 256;
const samples = 4096;
/** How soft the room's lamps are in a mirror: what a surface of this roughness would make of them. */
const softness = 0.08;

/**
 * Gathers the light that a surface of a roughness throws towards who looks straight at it: samples are on a spiral, as
 * many where its GGX lobe is bright, and each takes the mean of the part of the room that it stands for.
 */
const gather = /* glsl */ `
  varying vec3 vWorldDirection;
  uniform samplerCube room;
  uniform float alpha;
  #include <common>
  const float goldenAngle = 2.39996322973;
  const float texel = 4.0 * PI / (6.0 * ${side}.0 * ${side}.0);
  const float count = ${samples}.0;

  void main() {
    vec3 normal = normalize(vWorldDirection);
    vec3 side = normalize(cross(abs(normal.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0), normal));
    vec3 other = cross(normal, side);
    float alpha2 = alpha * alpha;
    vec4 sum = vec4(0.0);
    for (float index = 0.5; index < count; index++) {
      float share = index / count;
      float cosHalf2 = (1.0 - share) / (1.0 + (alpha2 - 1.0) * share);
      float towards = 2.0 * cosHalf2 - 1.0;
      if (towards <= 0.0) break;
      float width = 1.0 + (alpha2 - 1.0) * cosHalf2;
      float density = alpha2 / (4.0 * PI * width * width);
      float level = 0.5 * log2(1.0 / (count * density * texel)) + 0.5;
      vec3 across = cos(index * goldenAngle) * side + sin(index * goldenAngle) * other;
      vec3 from = towards * normal + sqrt(1.0 - towards * towards) * across;
      sum += towards * vec4(textureLod(room, from, max(level, 0.0)).rgb, 1.0);
    }
    gl_FragColor = vec4(sum.rgb / sum.a, 1.0);
  }`;

function drawRoom(renderer: WebGLRenderer): WebGLCubeRenderTarget {
  const seen = new WebGLCubeRenderTarget(side, {
    ...{ generateMipmaps: true, minFilter: LinearMipmapLinearFilter },
    ...{ type: HalfFloatType, colorSpace: LinearSRGBColorSpace },
  });
  new CubeCamera(0.1, 100, seen).update(renderer, new RoomEnvironment());
  return seen;
}

/** Half floats of every level, face and pixel. The room has no colour, so one number is enough for each. */
function gatherLight(): number[] {
  const renderer = new WebGLRenderer();
  const room = drawRoom(renderer);
  const material = new ShaderMaterial({
    uniforms: { room: { value: room.texture }, alpha: { value: 0 } },
    vertexShader: ShaderChunk.cube_vert,
    fragmentShader: gather,
    side: BackSide,
    blending: NoBlending,
    ...{ depthTest: false, depthWrite: false },
  });
  const walls = new Mesh(new BoxGeometry(5, 5, 5), material);
  return roomSizes.flatMap((size, level) => {
    const light = new WebGLCubeRenderTarget(size, {
      ...{ type: FloatType, colorSpace: LinearSRGBColorSpace },
      ...{ minFilter: NearestFilter, depthBuffer: false },
    });
    material.uniforms.alpha = { value: Math.hypot(toRoughness(level) ** 2, softness ** 2) };
    new CubeCamera(1, 10, light).update(renderer, walls);
    return Array.from({ length: 6 }, (_, face) => {
      const pixels = new Float32Array(size * size * 4);
      renderer.readRenderTargetPixels(light, 0, 0, size, size, pixels, face);
      return [...pixels].filter((_value, at) => at % 4 === 1).map((value) => DataUtils.toHalfFloat(value));
    }).flat();
  });
}

Object.assign(window, { gatherLight });
