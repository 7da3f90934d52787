import { open } from 'node:fs/promises'

const MOST_BYTES = 1024 * 1024

/** The end of a log, whole lines; undefined where there is no such file. */
export async function lastLines(path: string): Promise<string[] | undefined> {
  const file = await open(path).catch(() => undefined)
  if (!file) return undefined
  try {
    const { size } = await file.stat()
    const from = Math.max(0, size - MOST_BYTES)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
    const lines = buffer.subarray(0, bytesRead).toString().split('\n')
    return from > 0 ? lines.slice(1) : lines
  } finally {
    await file.close()
  }
}
