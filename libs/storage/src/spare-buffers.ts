/** As large as what is read and written at once: every call is a trip to another thread. */
export const BLOCK = 512 * 1024

/** That threads of this process see as well. */
export const sharedMemory = (bytes: number): Buffer => Buffer.from(new SharedArrayBuffer(bytes))

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
