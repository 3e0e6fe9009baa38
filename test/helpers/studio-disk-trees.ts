import type { Tree } from './disk-trees.ts';

/** What people and their programs make of their disks, in several languages. */
export const studioTrees: readonly Tree[] = [
  {
    name: 'German shelves with folders for textures',
    files: `Möbel/Stühle/Küchenstuhl/Küchenstuhl.fbx
      Möbel/Stühle/Küchenstuhl/Texturen/Eiche.jpg
      Möbel/Stühle/Bürostuhl/Bürostuhl.3ds
      Möbel/Stühle/Bürostuhl/Bürostuhl.max
      Möbel/Stühle/Bürostuhl/Bilder/Stoff.jpg
      Möbel/Tische/Modelle/Esstisch.obj
      Möbel/Tische/Texturen/Buche.jpg`,
    models: [
      'Möbel/Stühle/Bürostuhl/Bürostuhl.3ds Möbel/Stühle/Bürostuhl/Bürostuhl.max',
      'Möbel/Stühle/Küchenstuhl/Küchenstuhl.fbx',
      'Möbel/Tische/Modelle/Esstisch.obj',
    ],
  },
  {
    name: 'Japanese names with their textures',
    files: `素材/椅子/椅子.fbx
      素材/椅子/椅子.blend
      素材/椅子/テクスチャ/木目.png
      素材/机/机.obj
      素材/机/机.mtl
      素材/机/tex/木目.png`,
    models: ['素材/机/机.obj', '素材/椅子/椅子.blend 素材/椅子/椅子.fbx'],
  },
  {
    name: 'French and Spanish shelves',
    files: `Mobilier/Chaise/Modèle/chaise.fbx
      Mobilier/Chaise/Matériaux/bois.jpg
      Muebles/Mesa/mesa.obj
      Muebles/Mesa/Texturas/roble.jpg
      Muebles/Mesa/mesa alta.obj`,
    models: ['Mobilier/Chaise/Modèle/chaise.fbx', 'Muebles/Mesa/mesa alta.obj', 'Muebles/Mesa/mesa.obj'],
  },
  {
    name: 'copies that Windows and macOS made',
    files: `desk/desk.fbx
      desk/desk - Copy.fbx
      desk/desk (1).fbx
      lamp/lamp.glb
      lamp/lamp copy.glb
      lamp/lamp copy 2.glb
      uhr/uhr.glb
      uhr/uhr - Kopie.glb
      uhr/uhr - Kopie (2).glb`,
    models: [
      'desk/desk (1).fbx desk/desk - Copy.fbx desk/desk.fbx',
      'lamp/lamp copy 2.glb lamp/lamp copy.glb lamp/lamp.glb',
      'uhr/uhr - Kopie (2).glb uhr/uhr - Kopie.glb uhr/uhr.glb',
    ],
  },
  {
    name: 'numbers in brackets that are things of their own',
    files: `Bricks/brick (1).stl
      Bricks/brick (2).stl
      Bricks/brick (3).stl`,
    models: ['Bricks/brick (1).stl', 'Bricks/brick (2).stl', 'Bricks/brick (3).stl'],
  },
  {
    name: 'litter that synchronising programs leave',
    files: `nas/boat/boat.glb
      nas/boat/desktop.ini
      nas/boat/~$boat.max
      nas/boat/boat.max.tmp
      nas/boat/.boat.glb.icloud
      nas/#recycle/boat/boat.glb
      nas/System Volume Information/x.glb
      nas/.Trash-1000/files/boat.glb
      nas/lost+found/boat.glb`,
    models: ['nas/boat/boat.glb'],
  },
  {
    name: 'autosaves and backups of programs',
    files: `set/house.blend
      set/house.blend1
      set/house.blend2
      set/backup/house_bak0001.hip
      set/house.max
      set/autoback/AutoBackup01.max
      set/house.skb`,
    models: ['set/house.blend set/house.max'],
  },
  {
    name: 'a Maya project',
    files: `dragon_project/workspace.mel
      dragon_project/scenes/dragon.ma
      dragon_project/scenes/dragon_rig.mb
      dragon_project/sourceimages/scales.tif
      dragon_project/images/render.png
      dragon_project/assets/keep.txt`,
    models: ['dragon_project/scenes/dragon.ma dragon_project/scenes/dragon_rig.mb'],
  },
  {
    name: 'textures in a sibling of the models',
    files: `pack/Meshes/rock.fbx
      pack/Meshes/log.fbx
      pack/Textures/4K/rock_diff.png
      pack/Textures/2K/rock_diff.png`,
    models: ['pack/Meshes/log.fbx', 'pack/Meshes/rock.fbx'],
  },
  {
    name: 'textures far away on a shelf of their own',
    files: `Studio/_textures/wood/oak.jpg
      Studio/Props/Crate/crate.fbx
      Studio/Props/Barrel/barrel.fbx
      Studio/Props/Barrel/barrel.ma`,
    models: ['Studio/Props/Barrel/barrel.fbx Studio/Props/Barrel/barrel.ma', 'Studio/Props/Crate/crate.fbx'],
  },
  {
    name: 'levels that studios number otherwise',
    files: `props/statue/statue_lod_0.fbx
      props/statue/statue_lod_1.fbx
      props/jar/jar.LOD0.glb
      props/jar/jar.LOD1.glb
      props/urn/urn-high-poly.obj
      props/urn/urn-low-poly.obj
      props/bell/LOD0_bell.fbx
      props/bell/LOD1_bell.fbx`,
    models: [
      'props/bell/LOD0_bell.fbx props/bell/LOD1_bell.fbx',
      'props/jar/jar.LOD0.glb props/jar/jar.LOD1.glb',
      'props/statue/statue_lod_0.fbx props/statue/statue_lod_1.fbx',
      'props/urn/urn-high-poly.obj props/urn/urn-low-poly.obj',
    ],
  },
  {
    name: 'levels in folders with German words',
    files: `Brunnen/hoch/brunnen.fbx
      Brunnen/niedrig/brunnen.fbx
      Brunnen/Texturen/stein.png`,
    models: ['Brunnen/hoch/brunnen.fbx Brunnen/niedrig/brunnen.fbx'],
  },
  {
    name: 'a photogrammetry export',
    files: `scans/church/model.obj
      scans/church/model.mtl
      scans/church/model_u1_v1.jpg
      scans/church/pointcloud.ply
      scans/tower/texturedMesh.obj
      scans/tower/texturedMesh.mtl
      scans/tower/texture_1001.png`,
    models: ['scans/church/model.obj scans/church/pointcloud.ply', 'scans/tower/texturedMesh.obj'],
  },
  {
    name: 'Thingiverse: many sizes of one print',
    files: `Thingi - 12345/files/hook.stl
      Thingi - 12345/files/hook_wide.stl
      Thingi - 12345/images/hook.jpg
      Thingi - 12345/LICENSE.txt
      Thingi - 12345/README.txt`,
    models: ['Thingi - 12345/files/hook.stl Thingi - 12345/files/hook_wide.stl'],
  },
  {
    name: 'prints sorted with and without supports',
    files: `Minis/Orc/Supported/orc_supported.stl
      Minis/Orc/Unsupported/orc.stl
      Minis/Elf/Supported/elf_supported.stl
      Minis/Elf/Unsupported/elf.stl
      Minis/Elf/elf.lys`,
    models: [
      'Minis/Elf/Supported/elf_supported.stl Minis/Elf/Unsupported/elf.stl',
      'Minis/Orc/Supported/orc_supported.stl Minis/Orc/Unsupported/orc.stl',
    ],
  },
  {
    name: 'formats in folders called after programs with versions',
    files: `Villa/3ds Max 2016 + V-Ray/Villa.max
      Villa/Cinema 4D R20/Villa.c4d
      Villa/FBX/Villa.fbx
      Villa/OBJ/Villa.obj
      Villa/SketchUp 2017/Villa.skp
      Villa/Maps/brick.jpg`,
    models: [
      'Villa/3ds Max 2016 + V-Ray/Villa.max Villa/Cinema 4D R20/Villa.c4d Villa/FBX/Villa.fbx Villa/OBJ/Villa.obj Villa/SketchUp 2017/Villa.skp',
    ],
  },
  {
    name: 'format folders that carry the name of the model',
    files: `Tractor/Tractor_FBX/tractor.fbx
      Tractor/Tractor_FBX/tractor_diff.png
      Tractor/Tractor_OBJ/tractor.obj
      Tractor/Tractor_OBJ/tractor.mtl
      Tractor/Tractor_Blender/tractor.blend
      Tractor/Tractor_Textures/tractor_diff.png`,
    models: [
      'Tractor/Tractor_Blender/tractor.blend Tractor/Tractor_FBX/tractor.fbx Tractor/Tractor_OBJ/tractor.obj',
    ],
  },
  {
    name: 'an asset per folder with its date and version',
    files: `assets/crate/2023-04-01/crate.fbx
      assets/crate/v001/crate_v001.ma
      assets/crate/v002/crate_v002.ma
      assets/bin/v001/bin_v001.ma`,
    models: [
      'assets/bin/v001/bin_v001.ma',
      'assets/crate/2023-04-01/crate.fbx',
      'assets/crate/v001/crate_v001.ma assets/crate/v002/crate_v002.ma',
    ],
  },
  {
    name: 'colours of one thing in other languages',
    files: `Kissen/Kissen_rot.glb
      Kissen/Kissen_blau.glb
      Kissen/Kissen_gruen.glb
      Vorhang/Vorhang_offen.glb
      Vorhang/Vorhang_zu.glb`,
    models: [
      'Kissen/Kissen_blau.glb Kissen/Kissen_gruen.glb Kissen/Kissen_rot.glb',
      'Vorhang/Vorhang_offen.glb',
      'Vorhang/Vorhang_zu.glb',
    ],
  },
  {
    name: 'a Unity package with its meta files',
    files: `Forest/Forest.unitypackage
      Forest/README.pdf
      Forest/Source/Pine.fbx
      Forest/Source/Pine.fbx.meta
      Forest/Source/Fern.fbx
      Forest/Source/Fern.fbx.meta`,
    models: ['Forest/Forest.unitypackage', 'Forest/Source/Fern.fbx', 'Forest/Source/Pine.fbx'],
  },
  {
    name: 'an AmbientCG model',
    files: `3DApple002_SQ-1K-JPG/3DApple002_SQ-1K-JPG.obj
      3DApple002_SQ-1K-JPG/3DApple002_SQ-1K-JPG.mtl
      3DApple002_SQ-1K-JPG/3DApple002_SQ-1K-JPG.usdc
      3DApple002_SQ-1K-JPG/3DApple002_SQ-1K-JPG_Color.jpg
      3DApple002_SQ-1K-JPG/3DApple002.png`,
    models: ['3DApple002_SQ-1K-JPG/3DApple002_SQ-1K-JPG.obj 3DApple002_SQ-1K-JPG/3DApple002_SQ-1K-JPG.usdc'],
  },
  {
    name: 'animations of a character in a folder of their own',
    files: `Robot/Robot.fbx
      Robot/Animations/Robot@Idle.fbx
      Robot/Animations/Robot@Run.fbx
      Robot/Textures/robot.png`,
    models: ['Robot/Animations/Robot@Idle.fbx Robot/Animations/Robot@Run.fbx Robot/Robot.fbx'],
  },
];
