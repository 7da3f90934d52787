import type { Logger } from '@daymark/platform'

/** The log events of admin. */
export class AdminLog {
  constructor(private readonly log: Logger) {}
  /** If logs are stored elsewhere, access to the database is not enough to change this checkpoint. */
  auditCheckpoint(seq: number, hash: string): void {
    this.log.info({ event: 'audit.checkpoint', seq, hash })
  }
}
