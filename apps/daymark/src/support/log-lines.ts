import { open } from 'node:fs/promises'

const MAX_BYTES = 1024 * 1024

/** The last complete lines of a log; undefined if the file does not exist. */
export async function lastLines(path: string): Promise<string[] | undefined> {
  const file = await open(path).catch(() => undefined)
  if (!file) return undefined
  try {
    const { size } = await file.stat()
    const from = Math.max(0, size - MAX_BYTES)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
    const lines = buffer.subarray(0, bytesRead).toString().split('\n')
    return from > 0 ? lines.slice(1) : lines
  } finally {
    await file.close()
  }
}
