import { statfs } from 'node:fs/promises'

/** statfs types of local file systems: ext, XFS, Btrfs, ZFS, F2FS, bcachefs, tmpfs and overlayfs. */
const LOCAL_FILE_SYSTEMS = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0xca451a4e, 0x01021994, 0x794c7630,
])

/** `free`: space available to unprivileged users. */
export type DiskSpace = { size: number; free: number }

export async function readDiskSpace(path: string): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(path)
  return { size: blocks * bsize, free: bavail * bsize }
}

/** False for file systems that may block on an unreachable server (NFS, SMB, FUSE), and for unknown ones. */
export const isLocalDisk = async (path: string): Promise<boolean> => LOCAL_FILE_SYSTEMS.has((await statfs(path)).type)

/** Reads that are shorter than this come from the page cache (about 0.01 ms) and are not counted. */
const MIN_COUNTED_MS = 0.5
/** The share of time for which synchronous reads may block the process. */
const MAX_BLOCKED_SHARE = 0.05
/** Maximum time that synchronous reads may block the process without a pause. */
const MAX_BUDGET_MS = 50

/**
 * Decides whether a small file may be read synchronously. Reading from the page cache, which holds most requested files, takes a tenth
 * of the time of an asynchronous read, but a slow disk would block the whole process. Synchronous reads may therefore block for 5 % of
 * the time; beyond that the caller reads asynchronously. A single slow read uses only part of the budget, because the process itself
 * may have been delayed.
 */
export class SyncReadBudget {
  private remainingMs = MAX_BUDGET_MS
  private updatedAt: number
  private readonly now: () => number

  constructor(now = () => performance.now()) {
    this.now = now
    this.updatedAt = now()
  }

  /** Runs `work` synchronously. Undefined if the budget is used up. */
  run<T>(work: () => T): T | undefined {
    const startedAt = this.now()
    this.remainingMs = Math.min(MAX_BUDGET_MS, this.remainingMs + (startedAt - this.updatedAt) * MAX_BLOCKED_SHARE)
    this.updatedAt = startedAt
    if (this.remainingMs <= 0) return undefined
    try {
      return work()
    } finally {
      const duration = this.now() - startedAt
      if (duration > MIN_COUNTED_MS) this.remainingMs -= duration
    }
  }
}
