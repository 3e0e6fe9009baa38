import type { Tree } from './disk-trees.ts';

/** Downloads of more sources, with the names that their programs give. */
export const downloadTrees: readonly Tree[] = [
  {
    name: 'Poly Haven: formats of one asset with unlike textures',
    files: `Barrel_03_2k.fbx.zip/Barrel_03_2k.fbx
      Barrel_03_2k.fbx.zip/textures/Barrel_03_diff_2k.jpg
      Barrel_03_4k.blend.zip/Barrel_03_4k.blend`,
    models: ['Barrel_03_2k.fbx.zip/Barrel_03_2k.fbx Barrel_03_4k.blend.zip/Barrel_03_4k.blend'],
  },
  {
    name: 'programs whose version adheres to them',
    files: `1456789_Office_Desk/OfficeDesk_max2018_vray.zip/OfficeDesk.max
      1456789_Office_Desk/OfficeDesk_maya2019.zip/OfficeDesk.mb
      1456789_Office_Desk/OfficeDesk_c4d_r20.zip/OfficeDesk.c4d
      1456789_Office_Desk/OfficeDesk_obj.zip/OfficeDesk.obj`,
    models: [
      '1456789_Office_Desk/OfficeDesk_c4d_r20.zip/OfficeDesk.c4d 1456789_Office_Desk/OfficeDesk_max2018_vray.zip/OfficeDesk.max 1456789_Office_Desk/OfficeDesk_maya2019.zip/OfficeDesk.mb 1456789_Office_Desk/OfficeDesk_obj.zip/OfficeDesk.obj',
    ],
  },
  {
    name: 'one scene with the hash of an asset manager',
    files: `vintage-chair_6f6a4a2e/vintage-chair_1K_aa11bb22.blend
      vintage-chair_6f6a4a2e/vintage-chair_2K_aa11bb22.blend`,
    models: [
      'vintage-chair_6f6a4a2e/vintage-chair_1K_aa11bb22.blend vintage-chair_6f6a4a2e/vintage-chair_2K_aa11bb22.blend',
    ],
  },
  {
    name: 'meshes that a scan was reduced to',
    files: `Altar/Altar.obj
      Altar/Altar_simplified_150k.obj
      Altar/Altar_decimated.obj
      buddha/buddha-150k-4096.obj
      buddha/buddha-20k-2048_draco.glb`,
    models: [
      'Altar/Altar.obj Altar/Altar_decimated.obj Altar/Altar_simplified_150k.obj',
      'buddha/buddha-150k-4096.obj buddha/buddha-20k-2048_draco.glb',
    ],
  },
  {
    name: 'what an artist calls final',
    files: `robot/robot.fbx
      robot/robot_final.fbx
      robot/robot_final2.fbx
      robot/robot_final_final2.fbx
      robot/Robot-copy.fbx`,
    models: [
      'robot/Robot-copy.fbx robot/robot.fbx robot/robot_final.fbx robot/robot_final2.fbx robot/robot_final_final2.fbx',
    ],
  },
  {
    name: 'takes without a mesh beside their only character',
    files: `Y Bot/Y Bot.fbx
      Y Bot/Running.fbx
      Y Bot/Standing Idle.fbx
      Two/Orc.fbx
      Two/Elf.fbx
      Two/Jump.fbx`,
    triangles: {
      'Y Bot/Y Bot.fbx': 5000,
      'Y Bot/Running.fbx': 0,
      'Y Bot/Standing Idle.fbx': 0,
      'Two/Orc.fbx': 900,
      'Two/Elf.fbx': 900,
      'Two/Jump.fbx': 0,
    },
    motions: ['Y Bot/Running.fbx', 'Y Bot/Standing Idle.fbx', 'Two/Jump.fbx'],
    models: [
      'Two/Elf.fbx',
      'Two/Jump.fbx',
      'Two/Orc.fbx',
      'Y Bot/Running.fbx Y Bot/Standing Idle.fbx Y Bot/Y Bot.fbx',
    ],
  },
  {
    name: 'the steps of a studio for one asset',
    files: `SHOW/props/chair/publish/v001/chair_v001.fbx
      SHOW/props/chair/publish/v002/chair_v002.fbx
      SHOW/props/chair/work/maya/scenes/chair_model_v001.ma
      SHOW/props/chair/rig/chair_rig_v001.ma
      SHOW/props/chair/textures/chair_BaseColor.png
      SHOW/props/lamp/publish/v001/lamp_v001.fbx
      SHOW/props/lamp/work/lamp_model_v001.ma`,
    models: [
      'SHOW/props/chair/publish/v001/chair_v001.fbx SHOW/props/chair/publish/v002/chair_v002.fbx SHOW/props/chair/rig/chair_rig_v001.ma SHOW/props/chair/work/maya/scenes/chair_model_v001.ma',
      'SHOW/props/lamp/publish/v001/lamp_v001.fbx SHOW/props/lamp/work/lamp_model_v001.ma',
    ],
  },
  {
    name: 'shelves that are called like steps of a studio',
    files: `Work/Vase/vase.obj
      Work/Jug/jug.obj
      Publish/Cup/cup.obj`,
    models: ['Publish/Cup/cup.obj', 'Work/Jug/jug.obj', 'Work/Vase/vase.obj'],
  },
  {
    name: 'a print whose whole plate is called like its folder',
    files: `headphone-stand-model_files/base.stl
      headphone-stand-model_files/arm_left.stl
      headphone-stand-model_files/arm_right.stl
      headphone-stand-model_files/headphone-stand.3mf
      headphone-stand-model_files/photo.jpg
      prints/hook.stl
      prints/prints.3mf
      prints/vase.glb`,
    models: [
      'headphone-stand-model_files/arm_left.stl headphone-stand-model_files/arm_right.stl headphone-stand-model_files/base.stl headphone-stand-model_files/headphone-stand.3mf',
      'prints/hook.stl',
      'prints/prints.3mf',
      'prints/vase.glb',
    ],
  },
  {
    name: 'one toy of a generator, with and without materials',
    files: `toy/base.obj
      toy/base_basic_pbr.glb
      toy/base_basic_shaded.glb
      toy/texture_diffuse.png`,
    models: ['toy/base.obj toy/base_basic_pbr.glb toy/base_basic_shaded.glb'],
  },
];
