/** What people's folders look like: written out, each with the models that are in it. */
/** Paths line by line, and the models as lists of scene files. */
export type Tree = {
  readonly name: string;
  readonly files: string;
  readonly models: readonly string[];
  readonly triangles?: Readonly<Record<string, number>>;
  /** Scene files that move and have no mesh. */
  readonly motions?: readonly string[];
  readonly texts?: Readonly<Record<string, string>>;
};

export const trees: readonly Tree[] = [
  {
    name: 'one scene in several formats',
    files: `Oak chair/chair.fbx
      Oak chair/chair.obj
      Oak chair/chair.mtl
      Oak chair/chair.glb
      Oak chair/preview.png`,
    models: ['Oak chair/chair.fbx Oak chair/chair.glb Oak chair/chair.obj'],
  },
  {
    name: "a shop's export names",
    files: `12345_sofa/Sofa_Max2014_VRay.max
      12345_sofa/Sofa_Max2011_Standard.max
      12345_sofa/Sofa_fbx.fbx
      12345_sofa/Sofa_obj.obj
      12345_sofa/Sofa_obj.mtl
      12345_sofa/Sofa_C4D.c4d
      12345_sofa/Textures/leather.jpg`,
    models: [
      '12345_sofa/Sofa_C4D.c4d 12345_sofa/Sofa_Max2011_Standard.max 12345_sofa/Sofa_Max2014_VRay.max 12345_sofa/Sofa_fbx.fbx 12345_sofa/Sofa_obj.obj',
    ],
  },
  {
    name: 'unlike names of one export',
    files: `lamp/scene.gltf
      lamp/scene.bin
      lamp/Desk lamp.blend
      lamp/textures/metal.png`,
    models: ['lamp/Desk lamp.blend lamp/scene.gltf'],
  },
  {
    name: 'a Poly Haven download',
    files: `polyhaven/wooden_bookshelf_1k/wooden_bookshelf_1k.gltf
      polyhaven/wooden_bookshelf_1k/wooden_bookshelf.bin
      polyhaven/wooden_bookshelf_1k/textures/wooden_bookshelf_diff_1k.jpg
      polyhaven/sofa_03_1k/sofa_03_1k.gltf
      polyhaven/sofa_03_1k/sofa_03.bin
      polyhaven/sofa_03_1k/textures/sofa_03_diff_1k.jpg`,
    models: [
      'polyhaven/sofa_03_1k/sofa_03_1k.gltf',
      'polyhaven/wooden_bookshelf_1k/wooden_bookshelf_1k.gltf',
    ],
  },
  {
    name: 'one Poly Haven download alone on a shelf',
    files: `Furniture/sofa_03_1k/sofa_03_1k.blend
      Furniture/sofa_03_1k/textures/sofa_03_diff_1k.jpg`,
    models: ['Furniture/sofa_03_1k/sofa_03_1k.blend'],
  },
  {
    name: 'one scene with textures of several resolutions',
    files: `rock/rock_1k.gltf
      rock/rock_2k.gltf
      rock/rock_4k.blend
      rock/textures/rock_diff_1k.jpg`,
    models: ['rock/rock_1k.gltf rock/rock_2k.gltf rock/rock_4k.blend'],
  },
  {
    name: 'folders of formats',
    files: `Ultimate Furniture/FBX/Chair.fbx
      Ultimate Furniture/FBX/Table.fbx
      Ultimate Furniture/OBJ/Chair.obj
      Ultimate Furniture/OBJ/Chair.mtl
      Ultimate Furniture/OBJ/Table.obj
      Ultimate Furniture/Blends/Chair.blend
      Ultimate Furniture/Blends/Table.blend
      Ultimate Furniture/glTF/Chair.gltf
      Ultimate Furniture/glTF/Table.gltf
      Ultimate Furniture/License.txt`,
    models: [
      'Ultimate Furniture/Blends/Chair.blend Ultimate Furniture/FBX/Chair.fbx Ultimate Furniture/OBJ/Chair.obj Ultimate Furniture/glTF/Chair.gltf',
      'Ultimate Furniture/Blends/Table.blend Ultimate Furniture/FBX/Table.fbx Ultimate Furniture/OBJ/Table.obj Ultimate Furniture/glTF/Table.gltf',
    ],
  },
  {
    name: 'folders of formats with shelves of their own',
    files: `kit/FBX/Chairs/one.fbx
      kit/FBX/Tables/one.fbx
      kit/OBJ/Chairs/one.obj
      kit/OBJ/Tables/one.obj`,
    models: [
      'kit/FBX/Chairs/one.fbx kit/OBJ/Chairs/one.obj',
      'kit/FBX/Tables/one.fbx kit/OBJ/Tables/one.obj',
    ],
  },
  {
    name: 'a kit with format folders, textures and previews',
    files: `car-kit/License.txt
      car-kit/Models/FBX format/taxi.fbx
      car-kit/Models/FBX format/van.fbx
      car-kit/Models/GLB format/Textures/colormap.png
      car-kit/Models/GLB format/taxi.glb
      car-kit/Models/GLB format/van.glb
      car-kit/Models/OBJ format/taxi.obj
      car-kit/Models/OBJ format/taxi.mtl
      car-kit/Models/OBJ format/van.obj
      car-kit/Models/Textures/colormap.png
      car-kit/Previews/taxi.png
      car-kit/Previews/van.png`,
    models: [
      'car-kit/Models/FBX format/taxi.fbx car-kit/Models/GLB format/taxi.glb car-kit/Models/OBJ format/taxi.obj',
      'car-kit/Models/FBX format/van.fbx car-kit/Models/GLB format/van.glb car-kit/Models/OBJ format/van.obj',
    ],
  },
  {
    name: 'a flat pack that shares an atlas',
    files: `dungeon/wall-a.glb
      dungeon/wall-b.glb
      dungeon/chest_gold.glb
      dungeon/chest_02.glb
      dungeon/atlas.png`,
    models: ['dungeon/chest_02.glb', 'dungeon/chest_gold.glb', 'dungeon/wall-a.glb', 'dungeon/wall-b.glb'],
  },
  {
    name: 'two scenes that share textures',
    files: `kitchen/table.fbx
      kitchen/chair.obj
      kitchen/textures/oak.jpg`,
    models: ['kitchen/chair.obj', 'kitchen/table.fbx'],
  },
  {
    name: 'levels by suffix',
    files: `props/SM_Barrel_LOD0.fbx
      props/SM_Barrel_LOD1.fbx
      props/SM_Barrel_LOD2.fbx
      props/SM_Crate_lowpoly.fbx
      props/SM_Crate_highpoly.fbx`,
    models: [
      'props/SM_Barrel_LOD0.fbx props/SM_Barrel_LOD1.fbx props/SM_Barrel_LOD2.fbx',
      'props/SM_Crate_highpoly.fbx props/SM_Crate_lowpoly.fbx',
    ],
  },
  {
    name: 'levels in folders',
    files: `statue/LOD0/statue.fbx
      statue/LOD1/statue.fbx
      statue/textures/marble.png`,
    models: ['statue/LOD0/statue.fbx statue/LOD1/statue.fbx'],
  },
  {
    name: 'low and high of one thing by its triangles',
    files: `bust/bust_low.fbx
      bust/bust_high.fbx
      bust/base_mid.fbx`,
    triangles: { 'bust/bust_low.fbx': 4000, 'bust/bust_high.fbx': 90_000, 'bust/base_mid.fbx': 900 },
    models: ['bust/base_mid.fbx', 'bust/bust_high.fbx bust/bust_low.fbx'],
  },
  {
    name: 'a low and a high wall of as many triangles',
    files: `walls/wall_low.glb
      walls/wall_high.glb`,
    triangles: { 'walls/wall_low.glb': 120, 'walls/wall_high.glb': 132 },
    models: ['walls/wall_high.glb', 'walls/wall_low.glb'],
  },
  {
    name: 'colours and versions of one thing',
    files: `banners/banner_red.fbx
      banners/banner_blue.fbx
      banners/flag_v1.fbx
      banners/flag_v2.fbx
      banners/goblet_gold.fbx`,
    models: [
      'banners/banner_blue.fbx banners/banner_red.fbx',
      'banners/flag_v1.fbx banners/flag_v2.fbx',
      'banners/goblet_gold.fbx',
    ],
  },
  {
    name: 'numbered things',
    files: `rocks/Rock_01.fbx
      rocks/Rock_02.fbx
      rocks/Rock_03.fbx`,
    models: ['rocks/Rock_01.fbx', 'rocks/Rock_02.fbx', 'rocks/Rock_03.fbx'],
  },
  {
    name: 'animations beside their character',
    files: `hero/hero.fbx
      hero/hero@walk.fbx
      hero/hero@run.fbx`,
    models: ['hero/hero.fbx hero/hero@run.fbx hero/hero@walk.fbx'],
  },
  {
    name: "Sketchfab's original beside its textures",
    files: `old-radio/source/Radio.fbx
      old-radio/textures/radio_BaseColor.png
      old-radio/textures/radio_Normal.png`,
    models: ['old-radio/source/Radio.fbx'],
  },
  {
    name: "Sketchfab's glTF",
    files: `old_radio/scene.gltf
      old_radio/scene.bin
      old_radio/license.txt
      old_radio/textures/radio_baseColor.png`,
    models: ['old_radio/scene.gltf'],
  },
  {
    name: 'a Megascans asset',
    files: `rock_tdkq/tdkq.json
      rock_tdkq/tdkq_LOD0.fbx
      rock_tdkq/tdkq_LOD3.fbx
      rock_tdkq/tdkq_High.fbx
      rock_tdkq/tdkq_2K_Albedo.jpg
      rock_tdkq/Var2/Var2_LOD0.fbx`,
    texts: { 'rock_tdkq/tdkq.json': '{"id":"tdkq","semanticTags":{"name":"Mossy rock"}}' },
    models: [
      'rock_tdkq/Var2/Var2_LOD0.fbx rock_tdkq/tdkq_High.fbx rock_tdkq/tdkq_LOD0.fbx rock_tdkq/tdkq_LOD3.fbx',
    ],
  },
  {
    name: 'an Unreal export tree',
    files: `Content/Props/Chair/Meshes/SM_Chair.fbx
      Content/Props/Chair/Textures/T_Chair_D.tga
      Content/Props/Chair/Materials/M_Chair.uasset
      Content/Props/Desk/Meshes/SM_Desk.fbx
      Content/Props/Desk/Textures/T_Desk_D.tga`,
    models: ['Content/Props/Chair/Meshes/SM_Chair.fbx', 'Content/Props/Desk/Meshes/SM_Desk.fbx'],
  },
  {
    name: 'a Unity project with textures for all',
    files: `Assets/Models/Tree.fbx
      Assets/Models/Tree.fbx.meta
      Assets/Models/Bush.fbx
      Assets/Models/Rocks/Rock.fbx
      Assets/Textures/Leaves.png
      Assets/Materials/Leaves.mat`,
    models: ['Assets/Models/Bush.fbx', 'Assets/Models/Rocks/Rock.fbx', 'Assets/Models/Tree.fbx'],
  },
  {
    name: 'a thing of many printed parts',
    files: `dragon/files/body.stl
      dragon/files/head.stl
      dragon/files/wing.stl
      dragon/images/photo.jpg
      dragon/LICENSE.txt
      dragon/README.txt`,
    models: ['dragon/files/body.stl dragon/files/head.stl dragon/files/wing.stl'],
  },
  {
    name: 'a folder of prints with a readme',
    files: `minis/README.txt\n${Array.from({ length: 400 }, (_, index) => `minis/figure ${index + 1000}.stl`).join('\n')}`,
    models: Array.from({ length: 400 }, (_, index) => `minis/figure ${index + 1000}.stl`),
  },
  {
    name: 'litter of other systems',
    files: `vase/vase.glb
      vase/._vase.glb
      vase/.DS_Store
      __MACOSX/vase/._vase.glb
      vase/Thumbs.db
      vase/@eaDir/vase.glb
      $RECYCLE.BIN/S-1/old.glb
      vase/vase.blend1`,
    models: ['vase/vase.glb'],
  },
  {
    name: 'files at the top and on shelves',
    files: `teapot.glb
      teapot.obj
      Animals/Fox.glb
      Animals/Birds/Owl.glb`,
    models: ['Animals/Birds/Owl.glb', 'Animals/Fox.glb', 'teapot.glb teapot.obj'],
  },
  {
    name: 'a product.json that speaks for the whole folder',
    files: `set/product.json
      set/bowl.glb
      set/cup.glb`,
    models: ['set/bowl.glb set/cup.glb'],
  },
  {
    name: 'native scenes',
    files: `stage/Stage.blend
      stage/Stage.hip
      stage/Stage.skp
      stage/Stage.ma
      stage/Stage.max
      stage/Stage.c4d`,
    models: [
      'stage/Stage.blend stage/Stage.c4d stage/Stage.hip stage/Stage.ma stage/Stage.max stage/Stage.skp',
    ],
  },
];
