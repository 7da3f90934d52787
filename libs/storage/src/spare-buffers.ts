/** As large as what is read and written at once: every call is a trip to another thread. */
export const BLOCK = 512 * 1024

/** That threads of this process see as well. */
export const sharedMemory = (bytes: number): Buffer => Buffer.from(new SharedArrayBuffer(bytes))

const FILLED = 65_536

/** As `fill` does it, which V8 does byte by byte where others may be looking (measured: 0.25 instead of 0.04 s a GB). */
export function fillBytes(bytes: Uint8Array, value: number, start: number, end: number): void {
  if (bytes.buffer instanceof ArrayBuffer) return void bytes.fill(value, start, end)
  const filled = Buffer.alloc(Math.min(FILLED, end - start), value)
  for (let at = start; at < end; at += FILLED) bytes.set(filled.subarray(0, end - at), at)
}

/**
 * Buffers that are used again: new ones would make the garbage collector walk through everything the process holds. So many are
 * kept for the next file, however many are out.
 */
export class SpareBuffers {
  private readonly spare: Buffer[] = []
  private readonly bytes: number
  private readonly most: number
  private readonly make: (bytes: number) => Buffer

  /** `make`: where they shall be of a memory of their own, such as one that threads share. */
  constructor(bytes: number, most: number, make: (bytes: number) => Buffer = Buffer.allocUnsafeSlow) {
    this.bytes = bytes
    this.most = most
    this.make = make
  }

  take(): Buffer {
    return this.spare.pop() ?? this.make(this.bytes)
  }

  /** Nothing may read or write it any more. */
  giveBack(buffer: Buffer): void {
    if (this.spare.length < this.most) this.spare.push(buffer)
  }
}

const blocks = new SpareBuffers(BLOCK, 16)

export const takeBlock = (): Buffer => blocks.take()
export const giveBack = (used: Buffer[]): void => used.forEach(block => blocks.giveBack(block))

/**
 * Gives the memory of a buffer back at once, if it has it for itself; nobody may look at it any more. Left to the garbage collector, it
 * has that walk through everything the process holds every few megabytes (measured: 0.8 s a GB that is deciphered, half of an upload).
 */
export function release({ buffer, byteOffset, byteLength }: Uint8Array): void {
  const isWhole = byteOffset === 0 && byteLength === buffer.byteLength
  if (isWhole && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
