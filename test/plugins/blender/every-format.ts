const textured = { error: '', meshes: 1, images: { used: 1, lost: [], decoded: 1 } };
const plain = { error: '', meshes: 1, images: { used: 0, lost: [], decoded: 0 } };

/** What comes of every file of the models that a Blender made. */
export const listEveryFormat = (models: object) =>
  Object.fromEntries(
    ['1k', '10k', '100k'].flatMap((lod) => [
      ...['glb', 'gltf', 'fbx', 'obj', 'blend', ...('Oak chair/1k/chair.dae' in models ? ['dae'] : [])].map(
        (format) => [`${lod} ${format}`, textured],
      ),
      ...['stl', 'ply'].map((format) => [`${lod} ${format}`, plain]),
    ]),
  );
