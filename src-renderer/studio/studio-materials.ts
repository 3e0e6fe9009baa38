import {
  Color,
  type Material,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshPhongMaterial,
  MeshStandardMaterial,
  type Points,
  PointsMaterial,
  Texture,
} from 'three';
import { mattRoughness, toRoughness } from '../../server/shared/phong-roughness.ts';

const isOld = (material: Material): material is MeshPhongMaterial | MeshLambertMaterial =>
  material instanceof MeshPhongMaterial || material instanceof MeshLambertMaterial;

/** Returns false for pictures that failed to load: they have no size, or are the one-pixel placeholder. */
export function isThere(texture: Texture): boolean {
  const image: unknown = texture.image;
  if (texture.isRenderTargetTexture || typeof image !== 'object' || image === null) return false;
  if (!('width' in image) || typeof image.width !== 'number') return true;
  const isStandIn =
    'src' in image && typeof image.src === 'string' && image.src.length < 300 && image.width === 1;
  return image.width > 0 && !isStandIn;
}

/** The colour of a model whose file has no colours. */
export const clayColour = 0xb5977a;
/** The same for points, which have no shading. */
export const clayPointColour = 0xa08468;

/** True for white and light greys, over which exporters place a picture. */
function isPaperWhite({ r, g, b }: Color): boolean {
  return Math.min(r, g, b) > 0.4 && Math.max(r, g, b) - Math.min(r, g, b) < 0.05;
}

/** Drops missing pictures; without its colour picture, a surface would look intentionally white. */
function dropMissing(material: Material): void {
  for (const [name, value] of Object.entries(material))
    if (value instanceof Texture && !('isCompressedTexture' in value) && !isThere(value)) {
      Object.assign(material, { [name]: null });
      const colour = 'color' in material ? material.color : null;
      if (name === 'map' && colour instanceof Color && isPaperWhite(colour)) colour.set(clayColour);
    }
}

function toStandard(old: MeshPhongMaterial | MeshLambertMaterial): MeshStandardMaterial {
  const made = new MeshStandardMaterial({
    name: old.name,
    color: old.color,
    map: old.map,
    alphaMap: old.alphaMap,
    aoMap: old.aoMap,
    normalMap: old.normalMap,
    normalScale: old.normalScale,
    bumpMap: old.bumpMap,
    bumpScale: old.bumpScale,
    emissive: old.emissive,
    emissiveMap: old.emissiveMap,
    emissiveIntensity: old.emissiveIntensity,
    opacity: old.opacity,
    transparent: old.transparent,
    alphaTest: old.alphaTest,
    side: old.side,
    vertexColors: old.vertexColors,
    flatShading: old.flatShading,
    roughness: old instanceof MeshPhongMaterial ? toRoughness(old.shininess) : mattRoughness,
    metalness: 0,
  });
  return made;
}

/** Returns a material that reacts to the studio's light like all others. */
export function toStudioMaterial(material: Material): Material {
  dropMissing(material);
  const made = isOld(material) ? toStandard(material) : material;
  // Exporters write full transparency for opaque materials; invisible models are not published.
  if (made.transparent && made.opacity === 0) made.opacity = 1;
  if (made instanceof MeshStandardMaterial) made.envMapIntensity = 1;
  if (made instanceof MeshBasicMaterial) made.toneMapped = false;
  return made;
}

/** Sizes points by their spacing, so that a cloud looks like a surface. */
export function toPointMaterial(points: Points, isBare: boolean): PointsMaterial {
  const { count } = points.geometry.getAttribute('position');
  const size = Math.min(12, Math.max(2, 1400 / Math.sqrt(count)));
  const hasColours = points.geometry.hasAttribute('color');
  const colour = isBare || !hasColours ? clayPointColour : 0xffffff;
  return new PointsMaterial({ size, sizeAttenuation: false, vertexColors: hasColours, color: colour });
}
