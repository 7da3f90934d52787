import type { Logger } from '@daymark/platform'

/** All log lines of the service. */
export class LibraryLog {
  constructor(private readonly log: Logger) {}
  /**
   * Creating the checkpoints of a list failed. Distant pages of the list stay slow until the next request for one of them, which tries
   * again.
   */
  checkpointsNotCreated({ id: listId, sort }: { id: string; sort: string }, error: unknown): void {
    this.log.warn({ err: error, event: 'library.pagination-checkpoints.failed', listId, sort })
  }
  /** Saving the order of an album failed after the client received STILL_WORKING, so the client does not know about the failure. */
  orderNotSaved(albumId: string, error: unknown): void {
    this.log.error({ err: error, event: 'library.order-not-saved', albumId })
  }
}
