/** As large as what is read and written at once: every call is a trip to another thread. */
export const BLOCK = 512 * 1024
/** Kept for the next files: new ones would make the garbage collector walk through everything the process holds. */
const SPARE = 16
const spare: Buffer[] = []

export const takeBlock = (): Buffer => spare.pop() ?? Buffer.allocUnsafeSlow(BLOCK)

/** Nothing may read or write them any more. */
export function giveBack(blocks: Buffer[]): void {
  for (const block of blocks) if (spare.length < SPARE) spare.push(block)
}
