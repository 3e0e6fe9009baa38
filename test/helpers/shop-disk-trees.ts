import type { Tree } from './disk-trees.ts';

/** What shops and makers of kits deliver, unpacked and not. */
export const shopTrees: readonly Tree[] = [
  {
    name: 'one ZIP per format, unpacked each into a folder',
    files: `shop/armchair_fbx/armchair.fbx
      shop/armchair_fbx/fabric.png
      shop/armchair_obj/armchair.obj
      shop/armchair_obj/armchair.mtl
      shop/Armchair (glTF)/armchair.gltf
      shop/stool_fbx/stool.fbx`,
    models: [
      'shop/Armchair (glTF)/armchair.gltf shop/armchair_fbx/armchair.fbx shop/armchair_obj/armchair.obj',
      'shop/stool_fbx/stool.fbx',
    ],
  },
  {
    name: 'one ZIP per format from a shop',
    files: `shop/armchair_fbx.zip/armchair.fbx
      shop/armchair_obj.zip/armchair.obj
      shop/Armchair (glTF).zip/scene.gltf
      shop/Armchair (glTF).zip/scene.bin
      shop/stool_fbx.zip/stool.fbx`,
    models: [
      'shop/Armchair (glTF).zip/scene.gltf shop/armchair_fbx.zip/armchair.fbx shop/armchair_obj.zip/armchair.obj',
      'shop/stool_fbx.zip/stool.fbx',
    ],
  },
  {
    name: 'TurboSquid: uploads with ids, previews beside',
    files: `1234567_Vintage_Camera/uploads_files_1234567_camera_max2018_vray.max
      1234567_Vintage_Camera/uploads_files_1234567_camera.fbx
      1234567_Vintage_Camera/uploads_files_1234567_camera.obj
      1234567_Vintage_Camera/uploads_files_1234567_textures/leather.jpg
      1234567_Vintage_Camera/Signature.jpg
      1234567_Vintage_Camera/camera_0001.jpg`,
    models: [
      '1234567_Vintage_Camera/uploads_files_1234567_camera.fbx 1234567_Vintage_Camera/uploads_files_1234567_camera.obj 1234567_Vintage_Camera/uploads_files_1234567_camera_max2018_vray.max',
    ],
  },
  {
    name: 'Quaternius: a pack with formats and previews',
    files: `Ultimate Nature Pack by Quaternius/FBX/BirchTree_1.fbx
      Ultimate Nature Pack by Quaternius/FBX/BirchTree_2.fbx
      Ultimate Nature Pack by Quaternius/FBX/Bush_1.fbx
      Ultimate Nature Pack by Quaternius/OBJ/BirchTree_1.obj
      Ultimate Nature Pack by Quaternius/OBJ/BirchTree_1.mtl
      Ultimate Nature Pack by Quaternius/OBJ/BirchTree_2.obj
      Ultimate Nature Pack by Quaternius/OBJ/Bush_1.obj
      Ultimate Nature Pack by Quaternius/Blends/BirchTree_1.blend
      Ultimate Nature Pack by Quaternius/Textures/Bark.png
      Ultimate Nature Pack by Quaternius/Preview.jpg
      Ultimate Nature Pack by Quaternius/License.txt`,
    models: [
      'Ultimate Nature Pack by Quaternius/Blends/BirchTree_1.blend Ultimate Nature Pack by Quaternius/FBX/BirchTree_1.fbx Ultimate Nature Pack by Quaternius/OBJ/BirchTree_1.obj',
      'Ultimate Nature Pack by Quaternius/FBX/BirchTree_2.fbx Ultimate Nature Pack by Quaternius/OBJ/BirchTree_2.obj',
      'Ultimate Nature Pack by Quaternius/FBX/Bush_1.fbx Ultimate Nature Pack by Quaternius/OBJ/Bush_1.obj',
    ],
  },
  {
    name: 'KayKit: a pack whose formats have folders within',
    files: `KayKit Dungeon/Assets/fbx/barrel_large.fbx
      KayKit Dungeon/Assets/fbx/barrel_small.fbx
      KayKit Dungeon/Assets/fbx(unity)/barrel_large.fbx
      KayKit Dungeon/Assets/fbx(unity)/barrel_small.fbx
      KayKit Dungeon/Assets/gltf/barrel_large.gltf.glb
      KayKit Dungeon/Assets/gltf/barrel_small.gltf.glb
      KayKit Dungeon/Assets/obj/barrel_large.obj
      KayKit Dungeon/Assets/obj/barrel_small.obj
      KayKit Dungeon/Assets/textures/dungeon_texture.png
      KayKit Dungeon/Samples/dungeon.png`,
    models: [
      'KayKit Dungeon/Assets/fbx(unity)/barrel_large.fbx KayKit Dungeon/Assets/fbx/barrel_large.fbx KayKit Dungeon/Assets/gltf/barrel_large.gltf.glb KayKit Dungeon/Assets/obj/barrel_large.obj',
      'KayKit Dungeon/Assets/fbx(unity)/barrel_small.fbx KayKit Dungeon/Assets/fbx/barrel_small.fbx KayKit Dungeon/Assets/gltf/barrel_small.gltf.glb KayKit Dungeon/Assets/obj/barrel_small.obj',
    ],
  },
  {
    name: 'Poly Haven: every format and resolution of one asset',
    files: `ArmChair_01/ArmChair_01_1k.blend/ArmChair_01_1k.blend
      ArmChair_01/ArmChair_01_1k.blend/textures/ArmChair_01_diff_1k.jpg
      ArmChair_01/ArmChair_01_1k.fbx/ArmChair_01_1k.fbx
      ArmChair_01/ArmChair_01_1k.fbx/textures/ArmChair_01_diff_1k.jpg
      ArmChair_01/ArmChair_01_1k.gltf/ArmChair_01_1k.gltf
      ArmChair_01/ArmChair_01_1k.gltf/ArmChair_01.bin
      ArmChair_01/ArmChair_01_1k.gltf/textures/ArmChair_01_diff_1k.jpg`,
    models: [
      'ArmChair_01/ArmChair_01_1k.blend/ArmChair_01_1k.blend ArmChair_01/ArmChair_01_1k.fbx/ArmChair_01_1k.fbx ArmChair_01/ArmChair_01_1k.gltf/ArmChair_01_1k.gltf',
    ],
  },
  {
    name: 'Poly Haven: ZIPs of two assets as they are downloaded',
    files: `Downloads/Barrel_01_2k.gltf.zip/Barrel_01_2k.gltf
      Downloads/Barrel_01_2k.gltf.zip/Barrel_01.bin
      Downloads/Barrel_01_2k.gltf.zip/textures/Barrel_01_diff_2k.jpg
      Downloads/Barrel_01_2k.blend.zip/Barrel_01_2k.blend
      Downloads/Barrel_01_2k.blend.zip/textures/Barrel_01_diff_2k.jpg
      Downloads/Barrel_02_2k.gltf.zip/Barrel_02_2k.gltf`,
    models: [
      'Downloads/Barrel_01_2k.blend.zip/Barrel_01_2k.blend Downloads/Barrel_01_2k.gltf.zip/Barrel_01_2k.gltf',
      'Downloads/Barrel_02_2k.gltf.zip/Barrel_02_2k.gltf',
    ],
  },
  {
    name: 'a Sketchfab ZIP whose original is a ZIP',
    files: `Downloads/low-poly-fox.zip/source/fox.zip/Fox.fbx
      Downloads/low-poly-fox.zip/source/fox.zip/fox_color.png
      Downloads/low-poly-fox.zip/textures/fox_color.png`,
    models: ['Downloads/low-poly-fox.zip/source/fox.zip/Fox.fbx'],
  },
  {
    name: 'Fab: a folder of formats in a ZIP',
    files: `Fab/old_bench.zip/FBX/old_bench.fbx
      Fab/old_bench.zip/GLTF/old_bench.gltf
      Fab/old_bench.zip/GLTF/old_bench.bin
      Fab/old_bench.zip/GLTF/textures/bench_col.png
      Fab/old_bench.zip/USD/old_bench.usdz`,
    models: [
      'Fab/old_bench.zip/FBX/old_bench.fbx Fab/old_bench.zip/GLTF/old_bench.gltf Fab/old_bench.zip/USD/old_bench.usdz',
    ],
  },
  {
    name: 'Megascans: the asset in its long folder, with levels',
    files: `Megascans/3D/stone_rock_vfknab/vfknab_LOD0.fbx
      Megascans/3D/stone_rock_vfknab/vfknab_LOD1.fbx
      Megascans/3D/stone_rock_vfknab/vfknab_LOD5.fbx
      Megascans/3D/stone_rock_vfknab/vfknab_High.abc
      Megascans/3D/stone_rock_vfknab/vfknab_4K_Albedo.jpg
      Megascans/3D/stone_rock_vfknab/vfknab.json
      Megascans/3D/stone_rock_vfknab/Thumbs/1k/vfknab_LOD0.jpg`,
    texts: {
      'Megascans/3D/stone_rock_vfknab/vfknab.json': '{"id":"vfknab","physicalSize":"1x1","semanticTags":{}}',
    },
    models: [
      'Megascans/3D/stone_rock_vfknab/vfknab_High.abc Megascans/3D/stone_rock_vfknab/vfknab_LOD0.fbx Megascans/3D/stone_rock_vfknab/vfknab_LOD1.fbx Megascans/3D/stone_rock_vfknab/vfknab_LOD5.fbx',
    ],
  },
];
