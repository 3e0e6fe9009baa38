/** Roughness of a material without highlights, such as Lambert. */
export const mattRoughness = 0.9;

/**
 * Returns the roughness, from 0.35 to 1, with highlights about as large as those of a Phong exponent. Exponents are
 * more often a program's default than a choice, so none makes a mirror.
 */
export const toRoughness = (shininess: number): number =>
  Math.min(1, Math.max(0.35, Math.sqrt(2 / (Math.max(0, shininess) + 2))));
