import { statfs } from 'node:fs/promises'

/** Of a disk; `free`: what somebody without special rights may still write. */
export type DiskSpace = { size: number; free: number }

export async function diskSpace(path: string): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(path)
  return { size: blocks * bsize, free: bavail * bsize }
}
