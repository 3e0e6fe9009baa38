const isWebp = /^\s*(image\/webp|image\/\*|\*\/\*)\s*(;|$)/i;
const isRefused = /;\s*q=0(\.0*)?\s*(;|$)/i;

/**
 * Whether who asks reads WebP, as browsers say. 3ds Max, Unity and older Blenders do not, and ask for JPEG and PNG by name;
 * who says nothing of pictures gets WebP.
 */
export function acceptsWebp(accept: string | undefined): boolean {
  if (accept === undefined || !/image\/(jpe?g|png)/i.test(accept)) return true;
  return accept.split(',').some((range) => isWebp.test(range) && !isRefused.test(range));
}
