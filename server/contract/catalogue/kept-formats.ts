const lines = (text: string): readonly string[] => text.split(/\s+/);

const text = /^[^␀]+$/;
const zip = /^PK/;
const compound = /^\xd0\xcf␀\xe0/;
const step = /^[\s\S]{0,80}ISO-10303-21/;
const iff = /^(?:FORM|FOR4|FOR8|LIST)/;

/** How files of these formats start, as Latin-1, with ␀ for each control character that text cannot contain. */
const beginnings: readonly (readonly [formats: string, begins: RegExp])[] = [
  ['step stp p21 ifc', step],
  ['iges igs', /^(?:[^␀\n]{72}[SCB]|\s*\S[^␀\n]{0,80}S\s*0*1\s)/],
  ['scad x3d xgl nff irr ldr mpd gcode pts ptx ase smd cr2 pp2 rib babylon ogex sat x_t md5mesh', text],
  ['dxf', /^(?:AutoCAD Binary DXF|[^␀]+$)/],
  ['fcstd f3d f3z io lxf zae 3dxml ifczip', zip],
  ['ipt iam dwt rvt rfa sldlfp', compound],
  ['3dm', /^3D Geometry File Format/],
  ['gox', /^GOX /],
  ['binvox', /^#binvox/],
  ['lwo lxo', iff],
  ['lws', /^LWSC/],
  ['spp', /^\x89HDF/],
  ['sbsar', /^7z\xbc\xaf/],
  ['las laz', /^LASF/],
  ['e57', /^ASTM-E57/],
  ['pcd', /^(?:#[^␀]{39}|VERSION)/],
  ['spz', /^(?:␀\x8b␀|NGSP)/],
  ['wrl vrml', /^(?:#VRML|␀\x8b␀)/],
  ['x', /^xof /],
  ['dwg', /^AC\d/],
  ['jt', /^Version /],
  ['catpart catproduct', /^V\d/],
  ['drc', /^DRACO/],
  ['off', /^\s*(?:#[^\n]*\s+)*[A-Z0-9]{0,4}OFF/],
  ['md2', /^IDP2/],
  ['md3', /^IDP3/],
  ['ms3d', /^MS3D/],
  ['b3d', /^BB3D/],
  ['pmx', /^PMX/i],
  ['pmd', /^Pmd/],
  ['ctm', /^OCTM/],
  ['iqm', /^INTERQUAKE/],
  ['bam', /^pbj/],
  ['nif', /^(?:Gamebryo|NetImmerse)/],
  ['bgcode', /^GCDE/],
  ['psk pskx', /^ACTRHEAD/],
  ['stpz', /^(?:␀\x8b␀|PK)/],
];

/** Formats without a known start. */
const others = lines(
  `splat ksplat sog ztl zpr ac x_b mview prt xsi geo par psm asm sldprt sldasm sab brep amf mdl duf cgr bgeo easm eprt
  u3d dgn nwd pln wire rcp rcs dsf pz3 pzz crz hr2 zprj zpac mud hda otl goo ctb photon osg osgb ive
  b3dm i3dm cmo rbxm qb cob m3d sbs gr2 cgf vmdl kn5 vtk vtp vtu vti msh rvm daz`,
);

const listed = new Map<string, RegExp | null>(others.map((format) => [format, null]));
for (const [formats, begins] of beginnings) for (const format of lines(formats)) listed.set(format, begins);

/**
 * Formats that people keep but Lodestock does not read. Such a file belongs to the model beside it, or is a model
 * without a preview. Maps each to how its files start, as Latin-1; null if that proves nothing.
 */
export const keptFormats: ReadonlyMap<string, RegExp | null> = listed;
