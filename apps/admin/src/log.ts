import type { Logger } from '@daymark/platform'
import { CorruptStore } from './backups/runs/backup-run.ts'
import { StoreUnavailable } from './backups/runs/process-objects.ts'
import type { BackupRunRow } from './backups/runs/backup-runs.ts'

/** The log events of admin. */
export class AdminLog {
  constructor(private readonly log: Logger) {}
  /** Logs the checkpoint, because logs are often stored on another machine, where write access to the database cannot change them. */
  auditCheckpoint(seq: number, hash: string): void {
    this.log.info({ event: 'audit.checkpoint', seq, hash })
  }
}

/** The log events of backups. */
export class BackupLog {
  constructor(private readonly log: Logger) {}

  /** Logs the failure of a backup. Returns the message for the owner of the photos. */
  runFailed({ id, userId, target }: BackupRunRow, error: unknown): string {
    const keys = error instanceof CorruptStore ? error.keys : undefined
    this.log.error({ event: 'backup.failed', backup: id, userId, target, keys, err: error })
    return userMessage(error)
  }
  verificationFailed({ userId, target }: Pick<BackupRunRow, 'userId' | 'target'>, keys: string[]): void {
    this.log.error({ event: 'backup.verification-failed', userId, target, keys })
  }
  verificationPostponed({ userId, target }: Pick<BackupRunRow, 'userId' | 'target'>, error: unknown): void {
    this.log.error({ event: 'backup.verification-postponed', userId, target, err: error })
  }
  /** Logs the failure of a restore. Returns the message for the owner of the photos. */
  restoreFailed(id: string, userId: string, error: unknown): string {
    this.log.error({ event: 'backup.restore-failed', restore: id, userId, err: error })
    return userMessage(error)
  }
}

function userMessage(error: unknown): string {
  if (error instanceof CorruptStore || error instanceof StoreUnavailable) return error.message
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  if ((error as Error | null)?.name === 'StorageFull') return 'The backup store is full.'
  if (code === 'UNAVAILABLE') return 'A part of Daymark is temporarily unavailable.'
  return 'The backup store cannot be reached.'
}
