import type { Logger } from '@daymark/platform'

/** Every line admin writes. */
export class AdminLog {
  constructor(private readonly log: Logger) {}
  /** Where the log of the service is kept elsewhere, nobody who may change the database can change this too. */
  auditCheckpoint(seq: number, hash: string): void {
    this.log.info({ event: 'audit.checkpoint', seq, hash })
  }
}
