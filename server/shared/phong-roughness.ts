/** Roughness of a material without highlights, such as Lambert. */
export const mattRoughness = 0.9;

/** Returns a Phong exponent's roughness, 0.35 to 1: exponents are often a program's default, so none makes a mirror. */
export const toRoughness = (shininess: number): number =>
  Math.min(1, Math.max(0.35, Math.sqrt(2 / (Math.max(0, shininess) + 2))));
