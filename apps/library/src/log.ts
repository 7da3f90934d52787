import type { Logger } from '@daymark/platform'

/** All log lines of the service. */
export class LibraryLog {
  constructor(private readonly log: Logger) {}
  /** The list stays slow to page through; the next request for a distant page tries again. */
  checkpointsNotPlaced({ id: listId, sort }: { id: string; sort: string }, error: unknown): void {
    this.log.warn({ err: error, event: 'library.pagination-checkpoints-not-placed', listId, sort })
  }
  /** The caller has already received STILL_WORKING. */
  orderNotSaved(albumId: string, error: unknown): void {
    this.log.error({ err: error, event: 'library.order-not-saved', albumId })
  }
}
