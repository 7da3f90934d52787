import { statfs } from 'node:fs/promises'

/** ext, XFS, Btrfs, ZFS, F2FS, bcachefs, tmpfs and overlayfs, by their type in statfs of Linux. */
const LOCAL = new Set([0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0xca451a4e, 0x01021994, 0x794c7630])

/** Of a disk; `free`: what somebody without special rights may still write. */
export type DiskSpace = { size: number; free: number }

export async function diskSpace(path: string): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(path)
  return { size: blocks * bsize, free: bavail * bsize }
}

/** False where a read may wait for a server that is away (NFS, SMB, FUSE), and where that is unknown. */
export const isLocalDisk = async (path: string): Promise<boolean> => LOCAL.has((await statfs(path)).type)
