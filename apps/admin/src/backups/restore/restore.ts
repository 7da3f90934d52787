import type { BackupTarget } from '@daymark/contracts'
import type { Wanted } from './wanted.ts'

/** A row of what somebody asked to have back; `wanted` names a part of it. */
export type Restore = {
  id: string
  userId: string
  backupId: string
  target: BackupTarget
  attempts: number
  wanted: Wanted
}
