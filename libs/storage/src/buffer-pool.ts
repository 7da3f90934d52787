/** Size of one file read or write in bytes. It is large, because each call to the file system switches to another thread. */
export const FILE_BLOCK_BYTES = 512 * 1024

/** Allocates a buffer in memory that is shared with worker threads. */
export const allocateShared = (bytes: number): Buffer => Buffer.from(new SharedArrayBuffer(bytes))

const FILL_BLOCK_BYTES = 65_536

/**
 * Fills a range of bytes. V8 performs `Uint8Array.fill` byte by byte in shared memory (0.25 s per GB), so this copies blocks instead (0.04
 * s per GB).
 */
export function fillBytes(bytes: Uint8Array, value: number, start: number, end: number): void {
  if (bytes.buffer instanceof ArrayBuffer) return void bytes.fill(value, start, end)
  const filledBlock = Buffer.alloc(Math.min(FILL_BLOCK_BYTES, end - start), value)
  for (let offset = start; offset < end; offset += FILL_BLOCK_BYTES)
    bytes.set(filledBlock.subarray(0, end - offset), offset)
}

/**
 * Reuses buffers of `bytes` bytes, because allocating new ones triggers garbage collections of the whole heap. The pool keeps up to
 * `maxSpareBuffers` unused buffers.
 */
export class BufferPool {
  private readonly spareBuffers: Buffer[] = []
  private readonly bytes: number
  private readonly maxSpareBuffers: number
  private readonly allocate: (bytes: number) => Buffer

  /** `allocate`: allocates a buffer, for example in shared memory. */
  constructor(bytes: number, maxSpareBuffers: number, allocate: (bytes: number) => Buffer = Buffer.allocUnsafeSlow) {
    this.bytes = bytes
    this.maxSpareBuffers = maxSpareBuffers
    this.allocate = allocate
  }

  take(): Buffer {
    return this.spareBuffers.pop() ?? this.allocate(this.bytes)
  }

  /** Returns a buffer to the pool. The caller must not use it afterwards. */
  put(buffer: Buffer): void {
    if (this.spareBuffers.length < this.maxSpareBuffers) this.spareBuffers.push(buffer)
  }
}

const blocks = new BufferPool(FILE_BLOCK_BYTES, 16)

export const takeBlock = (): Buffer => blocks.take()
export const releaseBlocks = (used: Buffer[]): void => used.forEach(block => blocks.put(block))

/**
 * Frees the memory of a buffer at once if no other buffer shares it; the buffer must not be used afterwards. Leaving it to the garbage
 * collector would trigger a collection every few megabytes (0.8 s per decrypted GB, half of the time of an upload).
 */
export function freeMemory({ buffer, byteOffset, byteLength }: Uint8Array): void {
  const isWhole = byteOffset === 0 && byteLength === buffer.byteLength
  if (isWhole && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
