import type { Material, Texture, TextureInfo } from '@gltf-transform/core';
import { describePrim, toNumber, toTuple } from './usd-text.ts';

/** A picture's path in the archive; null if there is none. */
type PathOf = (texture: Texture | null) => string | null;

type Sample = {
  readonly name: string;
  readonly texture: Texture | null;
  readonly info: TextureInfo | null;
  readonly scale?: readonly number[];
  readonly bias?: readonly number[];
  readonly isColour?: boolean;
};

const wraps: Readonly<Record<number, string>> = { 10497: 'repeat', 33071: 'clamp', 33648: 'mirror' };
const wrapOf = (mode: number | undefined) => wraps[mode ?? 10497] ?? 'repeat';

function describeSample({ name, info, scale, bias, isColour = false }: Sample, path: string, place: string) {
  return describePrim({
    type: 'Shader',
    name,
    lines: [
      'uniform token info:id = "UsdUVTexture"',
      `asset inputs:file = @${path}@`,
      `float2 inputs:st.connect = <${place}/st.outputs:result>`,
      `token inputs:sourceColorSpace = "${isColour ? 'sRGB' : 'raw'}"`,
      `token inputs:wrapS = "${wrapOf(info?.getWrapS())}"`,
      `token inputs:wrapT = "${wrapOf(info?.getWrapT())}"`,
      ...(scale ? [`float4 inputs:scale = ${toTuple(scale)}`] : []),
      ...(bias ? [`float4 inputs:bias = ${toTuple(bias)}`] : []),
      ...['r', 'g', 'b', 'a'].map((channel) => `float outputs:${channel}`),
      'float3 outputs:rgb',
    ],
  });
}

/** A material as a UsdPreviewSurface; `place` is the path of its prim. */
export function describeMaterial(
  material: Material,
  { name, place, pathOf }: { readonly name: string; readonly place: string; readonly pathOf: PathOf },
): readonly string[] {
  const base = material.getBaseColorFactor();
  const [roughness, metal] = [material.getRoughnessFactor(), material.getMetallicFactor()];
  const emissive = material.getEmissiveFactor();
  const surface = {
    texture: material.getMetallicRoughnessTexture(),
    info: material.getMetallicRoughnessTextureInfo(),
  };
  const samples: readonly Sample[] = [
    {
      ...{
        name: 'colour',
        texture: material.getBaseColorTexture(),
        info: material.getBaseColorTextureInfo(),
      },
      ...{ scale: base, isColour: true },
    },
    {
      ...{ name: 'glow', texture: material.getEmissiveTexture(), info: material.getEmissiveTextureInfo() },
      ...{ scale: [...emissive, 1], isColour: true },
    },
    {
      ...{ name: 'normals', texture: material.getNormalTexture(), info: material.getNormalTextureInfo() },
      ...{ scale: [2, 2, 2, 1], bias: [-1, -1, -1, 0] },
    },
    { name: 'surface', ...surface, scale: [1, roughness, metal, 1] },
    { name: 'shade', texture: material.getOcclusionTexture(), info: material.getOcclusionTextureInfo() },
  ];
  const found = samples.flatMap((sample) => {
    const path = pathOf(sample.texture);
    return path === null ? [] : [{ sample, path }];
  });
  const has = (wanted: string) => found.some(({ sample }) => sample.name === wanted);
  const input = (type: string, what: string, from: readonly [string, string], value: string | null) => {
    if (has(from[0])) return [`${type} inputs:${what}.connect = <${place}/${from[0]}.outputs:${from[1]}>`];
    return value === null ? [] : [`${type} inputs:${what} = ${value}`];
  };
  const mode = material.getAlphaMode();
  const opacity = mode === 'OPAQUE' ? [] : input('float', 'opacity', ['colour', 'a'], toNumber(base[3]));
  const threshold =
    mode === 'MASK' ? [`float inputs:opacityThreshold = ${toNumber(material.getAlphaCutoff())}`] : [];
  const preview = describePrim({
    type: 'Shader',
    name: 'preview',
    lines: [
      'uniform token info:id = "UsdPreviewSurface"',
      ...input('color3f', 'diffuseColor', ['colour', 'rgb'], toTuple(base.slice(0, 3))),
      ...input('color3f', 'emissiveColor', ['glow', 'rgb'], toTuple(emissive)),
      ...input('float', 'roughness', ['surface', 'g'], toNumber(roughness)),
      ...input('float', 'metallic', ['surface', 'b'], toNumber(metal)),
      ...input('normal3f', 'normal', ['normals', 'rgb'], null),
      ...input('float', 'occlusion', ['shade', 'r'], null),
      ...opacity,
      ...threshold,
      'token outputs:surface',
    ],
  });
  const reader = describePrim({
    type: 'Shader',
    name: 'st',
    lines: [
      'uniform token info:id = "UsdPrimvarReader_float2"',
      'string inputs:varname = "st"',
      'float2 outputs:result',
    ],
  });
  return describePrim({
    type: 'Material',
    name,
    lines: [
      `token outputs:surface.connect = <${place}/preview.outputs:surface>`,
      ...preview,
      ...(found.length > 0 ? reader : []),
      ...found.flatMap(({ sample, path }) => describeSample(sample, path, place)),
    ],
  });
}
