import {
  CanvasTexture,
  Color,
  DoubleSide,
  type Material,
  MeshBasicMaterial,
  MeshMatcapMaterial,
  MeshNormalMaterial,
  MeshStandardMaterial,
  NearestFilter,
  RepeatWrapping,
  SRGBColorSpace,
  Texture,
} from 'three';
import { clay } from '../studio/prepare-model.ts';
import { type MapName, mapNames, type SurfaceName } from './look.ts';
import { checker, matcap } from './scene-colours.ts';

/** The channel in which glTF stores a picture with a single value. */
const channels: Partial<Record<MapName, string>> = {
  roughnessMap: 'ggg',
  metalnessMap: 'bbb',
  aoMap: 'rrr',
  alphaMap: 'ggg',
  bumpMap: 'rrr',
};
const missing = 0x77797d;

function textureOf(material: Material, name: MapName): Texture | null {
  const texture: unknown = Reflect.get(material, name);
  return texture instanceof Texture ? texture : null;
}

/** Returns the names of the pictures that any of the materials has. */
export const listMaps = (materials: readonly Material[]): readonly MapName[] =>
  mapNames.filter((name) => materials.some((material) => textureOf(material, name) !== null));

function paint(size: number, draw: (context: CanvasRenderingContext2D) => void): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  draw(context);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

/** Paints squares of different colours with letters, so that stretching, mirroring and rotation are visible. */
function paintChecker(): Texture {
  const cells = 8;
  const texture = paint(1024, (context) => {
    const side = 1024 / cells;
    context.font = `600 ${side * 0.36}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (let row = 0; row < cells; row += 1)
      for (let column = 0; column < cells; column += 1) {
        const isLight = (row + column) % 2 === 0;
        context.fillStyle = checker.square({ hue: (column * 360) / cells, row, isLight });
        context.fillRect(column * side, row * side, side, side);
        context.fillStyle = checker.ink(isLight);
        context.fillText(`${'ABCDEFGH'[column]}${row + 1}`, (column + 0.5) * side, (row + 0.5) * side);
      }
  });
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.anisotropy = 8;
  return texture;
}

/** Paints a ball of satin clay under one lamp, which shows form however the model is turned. */
function paintMatcap(): Texture {
  return paint(256, (context) => {
    context.fillStyle = matcap.ground;
    context.fillRect(0, 0, 256, 256);
    const body = context.createRadialGradient(96, 84, 8, 128, 128, 132);
    for (const [at, colour] of matcap.stops) body.addColorStop(at, colour);
    context.fillStyle = body;
    context.fillRect(0, 0, 256, 256);
  });
}

/** Returns a material that shows one picture unlit, as it is in the file. */
function toMapMaterial(own: Material, name: MapName): MeshBasicMaterial {
  const texture = textureOf(own, name);
  const made = new MeshBasicMaterial({ side: own.side, toneMapped: false });
  if (name === 'map' && 'color' in own && own.color instanceof Color) made.color.copy(own.color);
  else if (!texture) made.color.set(missing);
  if (!texture) return made;
  made.map = texture;
  if (texture.colorSpace === SRGBColorSpace) return made;
  const channel = channels[name] ?? 'rgb';
  made.onBeforeCompile = (shader) => {
    // Data pictures are shown by their numbers, which the screen's gamma would change.
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <map_fragment>',
      `diffuseColor.rgb = pow(texture2D(map, vMapUv).${channel}, vec3(2.2));`,
    );
  };
  made.customProgramCacheKey = () => `lodestock-${channel}`;
  return made;
}

type Surfaces = {
  /** Returns the surface that replaces a part's own material. */
  readonly find: (name: SurfaceName, own: Material, hasUv: boolean) => Material;
  readonly release: () => void;
};

/** Creates each requested material once, and releases all together. */
export function createSurfaces(): Surfaces {
  const made = new Map<string, Material>();
  const textures: Texture[] = [];
  const keep = (texture: Texture) => {
    textures.push(texture);
    return texture;
  };
  const make = (name: Exclude<SurfaceName, 'materials'>, own: Material, hasUv: boolean): Material => {
    if (name === 'clay') return Object.assign(clay.clone(), { side: DoubleSide });
    if (name === 'matcap') return new MeshMatcapMaterial({ matcap: keep(paintMatcap()), side: DoubleSide });
    if (name === 'normals') return new MeshNormalMaterial({ side: DoubleSide });
    if (name !== 'uv') return toMapMaterial(own, name);
    if (!hasUv) return new MeshBasicMaterial({ color: missing, side: DoubleSide });
    const map = keep(paintChecker());
    map.magFilter = NearestFilter;
    return new MeshStandardMaterial({ map, roughness: 0.9, metalness: 0, side: DoubleSide });
  };
  const isOfPart = (name: SurfaceName) => mapNames.some((map) => map === name);
  return {
    find(name, own, hasUv) {
      if (name === 'materials') return own;
      const key = isOfPart(name) ? `${name} ${own.uuid}` : `${name} ${hasUv}`;
      const known = made.get(key) ?? make(name, own, hasUv);
      made.set(key, known);
      return known;
    },
    release() {
      for (const kept of [...made.values(), ...textures]) kept.dispose();
      made.clear();
    },
  };
}
