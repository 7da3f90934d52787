import { close, closeSync, open, openSync, read, readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { FILE_BLOCK_BYTES, releaseBlocks, takeBlock } from '../buffer-pool.ts'
import type { ByteRange } from '../storage.ts'

/**
 * Reads a file and closes it. One block is read while the other is consumed, and both blocks are reused. This takes 250 ms of CPU time per
 * GB sent, compared with 550 ms for a Node stream, which allocates each buffer.
 */
export async function* readPieces(file: FileHandle, range?: ByteRange): AsyncGenerator<Buffer> {
  const blocks: [Buffer, Buffer] = [takeBlock(), takeBlock()]
  const end = range ? range.end + 1 : Infinity
  let offset = range?.start ?? 0
  const fill = async (block: Buffer): Promise<Buffer> => {
    const { bytesRead } = await file.read(block, 0, Math.min(FILE_BLOCK_BYTES, end - offset), offset)
    offset += bytesRead
    return block.subarray(0, bytesRead)
  }
  let pendingRead = fill(blocks[0])
  try {
    for (let nextBlock = 1; ; nextBlock = 1 - nextBlock) {
      const piece = await pendingRead
      if (piece.length === 0) return
      // A short read or the end of the range ends the file without another read.
      const isLast = piece.length < FILE_BLOCK_BYTES || offset >= end
      if (!isLast) pendingRead = fill(blocks[nextBlock as 0 | 1])
      // A failure is reported when it is awaited; until then it must not count as unhandled.
      pendingRead.catch(() => undefined)
      yield piece
      if (isLast) return
    }
  } finally {
    await pendingRead.catch(() => undefined)
    await file.close()
    releaseBlocks(blocks)
  }
}

/**
 * Reads a file of the expected `size`. The result has one more byte if the file is longer. It needs no stat, no FileHandle and no wait for
 * close, so for a thumbnail it takes a third of the CPU time of `readPieces`.
 */
export function readWholeFile(path: string, size: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    open(path, (openError, file) => {
      if (openError) return reject(openError)
      const target = Buffer.allocUnsafeSlow(size + 1)
      read(file, target, 0, target.length, 0, (readError, bytesRead) => {
        close(file)
        if (readError) reject(readError)
        else resolve(target.subarray(0, bytesRead))
      })
    })
  })
}

/** Reads the beginning of a file synchronously. Returns the part of `target` that was filled. */
export function readIntoBuffer(target: Buffer, path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    return target.subarray(0, readSync(file, target, 0, target.length, 0))
  } finally {
    closeSync(file)
  }
}
