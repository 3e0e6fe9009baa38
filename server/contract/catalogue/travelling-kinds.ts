import { formats } from './formats.ts';

const listOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** What the writers of 3D files call those that Lodestock does not read. */
export const otherScenes = listOf(
  `3dm step stp iges igs x3d x3db wrl vrml vrm lwo lws lxo ztl zpr pmx pmd vox off drc ac ms3d md2 md3 md5mesh
  smd bvh dxf dwg rfa rvt ifc sldprt sldasm f3d ipt jt x_t x_b b3d ase uasset mview spp sbsar prt mdd pc2 xsi geo bgeo
  iam par psm sat sab catpart catproduct cgr 3dxml brep fcstd scad amf f3z stpz ifczip easm eprt u3d dgn nwd pln wire asm
  e57 las laz xyz pts ptx pcd rcp rcs splat ksplat spz duf dsf cr2 pp2 pz3 pzz crz hr2 zprj zpac vrm mud hda otl
  lys lyt chitubox bam nif mdl osg osgb ive b3dm i3dm cmo rbxm qb gox binvox umap`,
);
/** Pictures, materials and caches that are not read, and that scenes refer to. */
const carried = listOf(
  `avif heic heif iff jp2 jxl pbm pcx pgm pic pict pnm ppm rat rgb rgba sgi tx xcf
  mat material mtlx cube icc ies lut bphys mc mcx vdb`,
);

/**
 * Whether files of a format are delivered with a model: scenes, pictures, materials, buffers and caches are. Programs,
 * links, scripts, documents and unknown kinds are not, whatever refers to them.
 */
export const travels = (format: string) =>
  Object.hasOwn(formats, format) || otherScenes.has(format) || carried.has(format);
