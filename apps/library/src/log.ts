import type { Logger } from '@daymark/platform'

/** All log lines of the service. */
export class LibraryLog {
  constructor(private readonly log: Logger) {}
  /** Distant pages of the list stay slow. The next request for such a page tries again to create the checkpoints. */
  checkpointsNotCreated({ id: listId, sort }: { id: string; sort: string }, error: unknown): void {
    this.log.warn({ err: error, event: 'library.pagination-checkpoints-not-placed', listId, sort })
  }
  /** Saving an order failed after the caller received STILL_WORKING. */
  orderNotSaved(albumId: string, error: unknown): void {
    this.log.error({ err: error, event: 'library.order-not-saved', albumId })
  }
}
