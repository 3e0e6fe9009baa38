/** The blocks that RFC 1918 sets aside: nobody routes them through the internet. */
const privateBlocks = [/^10\./, /^192\.168\./, /^172\.(1[6-9]|2\d|3[01])\./];
const fourNumbers = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/** Whether an IPv4 address, written as four numbers, is of a private network. */
export function isPrivateAddress(address: string): boolean {
  const numbers = fourNumbers.exec(address)?.slice(1) ?? [];
  const isAddress =
    numbers.length === 4 && numbers.every((text) => String(Number(text)) === text && +text < 256);
  return isAddress && privateBlocks.some((block) => block.test(address));
}
