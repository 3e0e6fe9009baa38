import { weldPositions } from './mesh.ts';
import type { Material } from './model.ts';
import { nameTexture, type Scene } from './scene.ts';
import { mapsOf } from './textures/maps.ts';

/** Returns the scene as Wavefront OBJ in metres, Y up, with its materials in `<slug>.mtl`. */
export function writeObj(scene: Scene): Buffer {
  const perMetre = Math.round(1 / scene.grain);
  const lines = [`# ${scene.title}, metres, Y up`, `mtllib ${scene.slug}.mtl`];
  let [firstPoint, firstVertex] = [1, 1];
  for (const { name, material, mesh } of scene.parts) {
    const { points, pointOf } = weldPositions(mesh, scene.grain);
    lines.push(`o ${name}`);
    lines.push(...listRows('v', 3, points, (value) => value / perMetre));
    lines.push(...listRows('vt', 2, mesh.uvs, (value) => Math.round(value * 10_000) / 10_000));
    lines.push(...listRows('vn', 3, mesh.normals, (value) => Math.round(value * 1000) / 1000));
    lines.push(`usemtl ${material}`);
    const corner = (at: number): string => {
      const vertex = mesh.indices[at] ?? 0;
      return `${(pointOf[vertex] ?? 0) + firstPoint}/${vertex + firstVertex}/${vertex + firstVertex}`;
    };
    for (let at = 0; at < mesh.indices.length; at += 3)
      lines.push(`f ${corner(at)} ${corner(at + 1)} ${corner(at + 2)}`);
    firstPoint += points.length / 3;
    firstVertex += pointOf.length;
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

type Rows = readonly [width: number, values: ArrayLike<number>, toWritten: (value: number) => number];

function listRows(keyword: string, ...[width, values, toWritten]: Rows): string[] {
  return Array.from({ length: values.length / width }, (_, row) => {
    const numbers = Array.from({ length: width }, (_value, at) => toWritten(values[row * width + at] ?? 0));
    return `${keyword} ${numbers.join(' ')}`;
  });
}

/** Returns the material library next to the OBJ; Pr and Pm are the PBR extension. */
export function writeMtl(scene: Scene): Buffer {
  const blocks = scene.materials.map((material) => describeMaterial(scene.slug, material));
  return Buffer.from(`# ${scene.title}\n\n${blocks.join('\n')}`);
}

function describeMaterial(slug: string, material: Material): string {
  const { name, roughness, metallic, opacity, glow = [0, 0, 0] } = material;
  const keys = { basecolor: 'map_Kd', normal: 'map_Bump', orm: null, emissive: 'map_Ke' };
  const maps = mapsOf(material).flatMap((map) =>
    keys[map] ? [`${keys[map]} textures/${nameTexture(slug, name, map)}\n`] : [],
  );
  const shine = (0.04 + 0.66 * metallic).toFixed(3);
  return `newmtl ${name}
Ka 1 1 1
Kd 1 1 1
Ks ${shine} ${shine} ${shine}
Ke ${glow.join(' ')}
Ns ${(1000 * (1 - roughness) ** 2).toFixed(1)}
d ${opacity ?? 1}
illum ${opacity === undefined ? 2 : 4}
Pr ${roughness}
Pm ${metallic}
${maps.join('')}`;
}
