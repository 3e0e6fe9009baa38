/** Roughness of a material without highlights, such as Lambert's. */
export const mattRoughness = 0.9;

/**
 * The roughness, from 0.35 to 1, that gives highlights of about the size of a Phong exponent. Exponents are what a program wrote
 * by default more often than what somebody wanted, so nothing becomes a mirror by one.
 */
export const toRoughness = (shininess: number): number =>
  Math.min(1, Math.max(0.35, Math.sqrt(2 / (Math.max(0, shininess) + 2))));
