type SampleDae = {
  readonly primitives: string;
  readonly animated?: boolean;
  readonly rigged?: boolean;
  readonly image?: string;
  readonly instances?: number;
};

/** COLLADA with one geometry of these primitives, shown `instances` times. */
export function sampleDae({
  primitives,
  animated = false,
  rigged = false,
  image,
  instances = 1,
}: SampleDae): string {
  const images = `<library_images><image id="i"><init_from>${image}</init_from></image></library_images>`;
  const motion = '<library_animations><animation><channel target="n/x"/></animation></library_animations>';
  const skin =
    '<library_controllers><controller id="c"><skin source="#g"/></controller></library_controllers>';
  const shown = rigged ? '<instance_controller url="#c"/>' : '<instance_geometry url="#g"/>';
  return [
    '<?xml version="1.0"?>\n<!-- made > by hand --><COLLADA version="1.4.1">',
    image === undefined ? '' : images,
    `<library_geometries><geometry id="g"><mesh>${primitives}</mesh></geometry></library_geometries>`,
    rigged ? skin : '',
    animated ? motion : '',
    '<library_visual_scenes><visual_scene id="s"><node id="n">',
    shown.repeat(instances),
    '</node></visual_scene></library_visual_scenes></COLLADA>',
  ].join('\n');
}
