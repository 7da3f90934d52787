import type { Logger } from '@daymark/platform'

/** Writes the log events of the library service. */
export class LibraryLog {
  constructor(private readonly log: Logger) {}
  /**
   * Logs that the checkpoints of a list could not be created. Distant pages of the list stay slow until a request for one of them succeeds
   * in creating the checkpoints.
   */
  checkpointsNotCreated({ id: listId, sort }: { id: string; sort: string }, error: unknown): void {
    this.log.warn({ err: error, event: 'library.pagination-checkpoints.failed', listId, sort })
  }
  /** Logs that the order of an album could not be saved after the client received STILL_WORKING. The client is not notified. */
  orderNotSaved(albumId: string, error: unknown): void {
    this.log.error({ err: error, event: 'library.order-not-saved', albumId })
  }
}
