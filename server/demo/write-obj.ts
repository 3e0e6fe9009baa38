import { type Ascii, createAscii } from './ascii.ts';
import type { Material } from './model.ts';
import { nameTexture, type Scene } from './scene.ts';
import { type Rows, type WeldedMesh, weldMesh } from './weld.ts';

/** The scene as Wavefront OBJ in metres, Y up, with its materials in `<slug>.mtl`. */
export function writeObj(scene: Scene): Buffer {
  const decimals = Math.round(-Math.log10(scene.grain));
  const meshes = scene.parts.map((part) => weldMesh(part.mesh, scene.grain));
  const ascii = createAscii(meshes.reduce((sum, mesh) => sum + guessBytes(mesh), 4096));
  const first = { position: 1, uv: 1, normal: 1 };
  ascii.text(`# ${scene.title}, metres, Y up\nmtllib ${scene.slug}.mtl\n`);
  scene.parts.forEach((part, index) => {
    const mesh = meshes[index];
    if (!mesh) return;
    ascii.text(`o ${part.name}\n`);
    writeRows(ascii, 'v', { rows: mesh.positions, decimals });
    writeRows(ascii, 'vt', { rows: mesh.uvs, decimals: 4 });
    writeRows(ascii, 'vn', { rows: mesh.normals, decimals: 3 });
    ascii.text(`usemtl ${part.material}\n`);
    writeFaces(ascii, mesh, first);
    first.position += mesh.positions.values.length / 3;
    first.uv += mesh.uvs.values.length / 2;
    first.normal += mesh.normals.values.length / 3;
  });
  return ascii.finish();
}

function guessBytes(mesh: WeldedMesh): number {
  const numbers = mesh.positions.values.length + mesh.uvs.values.length + mesh.normals.values.length;
  return numbers * 10 + mesh.indices.length * 21;
}

function writeRows(
  ascii: Ascii,
  keyword: string,
  table: { readonly rows: Rows; readonly decimals: number },
): void {
  const { values, width } = table.rows;
  for (let index = 0; index < values.length; index += 1) {
    ascii.text(index % width === 0 ? `${keyword} ` : ' ');
    ascii.fixed(values[index] ?? 0, table.decimals);
    if (index % width === width - 1) ascii.text('\n');
  }
}

type First = { readonly position: number; readonly uv: number; readonly normal: number };

function writeFaces(ascii: Ascii, mesh: WeldedMesh, first: First): void {
  mesh.indices.forEach((vertex, corner) => {
    ascii.text(corner % 3 === 0 ? 'f ' : ' ');
    ascii.whole((mesh.positions.rowOfVertex[vertex] ?? 0) + first.position);
    ascii.text('/');
    ascii.whole((mesh.uvs.rowOfVertex[vertex] ?? 0) + first.uv);
    ascii.text('/');
    ascii.whole((mesh.normals.rowOfVertex[vertex] ?? 0) + first.normal);
    if (corner % 3 === 2) ascii.text('\n');
  });
}

/** The material library beside the OBJ; Pr and Pm are the PBR extension. */
export function writeMtl(scene: Pick<Scene, 'slug' | 'title' | 'materials'>): Buffer {
  const blocks = scene.materials.map((material) => describeMaterial(scene.slug, material));
  return Buffer.from(`# ${scene.title}\n\n${blocks.join('\n')}`);
}

function describeMaterial(slug: string, material: Material): string {
  const shine = 0.04 + 0.66 * material.metallic;
  const [red, green, blue] = material.glow ?? [0, 0, 0];
  const lines = [
    `newmtl ${material.name}`,
    'Ka 1 1 1',
    'Kd 1 1 1',
    `Ks ${shine.toFixed(3)} ${shine.toFixed(3)} ${shine.toFixed(3)}`,
    `Ke ${red} ${green} ${blue}`,
    `Ns ${(1000 * (1 - material.roughness) ** 2).toFixed(1)}`,
    `d ${material.opacity ?? 1}`,
    `illum ${material.opacity === undefined ? 2 : 4}`,
    `Pr ${material.roughness}`,
    `Pm ${material.metallic}`,
    `map_Kd textures/${nameTexture(slug, material.name)}`,
  ];
  return `${lines.join('\n')}\n`;
}
