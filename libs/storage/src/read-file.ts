import { close, closeSync, open, openSync, read, readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { BLOCK, giveBack, takeBlock } from './spare-buffers.ts'
import type { ByteRange } from './storage.ts'

/**
 * The bytes of a file, which is closed at the end. One block is read while the other is looked at: half the work of a stream of
 * buffers that are made anew (measured: 250 against 550 ms of CPU per GB sent).
 */
export async function* readPieces(file: FileHandle, range?: ByteRange): AsyncGenerator<Buffer> {
  const blocks: [Buffer, Buffer] = [takeBlock(), takeBlock()]
  const end = range ? range.end + 1 : Infinity
  let at = range?.start ?? 0
  const fill = async (block: Buffer): Promise<Buffer> => {
    const { bytesRead } = await file.read(block, 0, Math.min(BLOCK, end - at), at)
    at += bytesRead
    return block.subarray(0, bytesRead)
  }
  let reading = fill(blocks[0])
  try {
    for (let next = 1; ; next = 1 - next) {
      const piece = await reading
      if (piece.length === 0) return
      // Nothing lies behind a short read or the range: no further trip to find that out.
      const isLast = piece.length < BLOCK || at >= end
      if (!isLast) reading = fill(blocks[next as 0 | 1])
      // Whoever awaits it sees a failure; until then it must not count as unhandled.
      reading.catch(() => undefined)
      yield piece
      if (isLast) return
    }
  } finally {
    await reading.catch(() => undefined)
    await file.close()
    giveBack(blocks)
  }
}

/**
 * A file of this size in one read, and a byte more if it is longer. Without a handle, without asking for its size and with nobody who
 * waits for it to be closed: a tile of a grid takes a third of the processor's time that pieces would.
 */
export function readSmall(path: string, size: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    open(path, (failure, file) => {
      if (failure) return reject(failure)
      const room = Buffer.allocUnsafeSlow(size + 1)
      read(file, room, 0, room.length, 0, (unread, bytes) => {
        close(file)
        if (unread) reject(unread)
        else resolve(room.subarray(0, bytes))
      })
    })
  })
}

/** What a file begins with, while everybody waits. */
export function readInto(room: Buffer, path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    return room.subarray(0, readSync(file, room, 0, room.length, 0))
  } finally {
    closeSync(file)
  }
}
