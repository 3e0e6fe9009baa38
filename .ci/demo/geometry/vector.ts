export type Vec2 = readonly [number, number];
export type Vec3 = readonly [number, number, number];
