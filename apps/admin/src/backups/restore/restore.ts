import type { BackupTarget } from '@daymark/contracts'
import type { Wanted } from './wanted.ts'

/** A requested restore; `wanted` limits it to a part. */
export type Restore = {
  id: string
  userId: string
  backupId: string
  target: BackupTarget
  attempts: number
  wanted: Wanted
}
