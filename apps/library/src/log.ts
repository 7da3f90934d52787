import type { Logger } from '@daymark/platform'

/** Every line library writes. */
export class LibraryLog {
  constructor(private readonly log: Logger) {}
  /** The list is read the long way, and the next who does so has them placed again. */
  signpostsNotPlaced({ id: listId, sort }: { id: string; sort: string }, error: unknown): void {
    this.log.warn({ err: error, event: 'library.signposts-not-placed', listId, sort })
  }
  /** Whoever asked was told that it goes on. */
  orderNotSaved(albumId: string, error: unknown): void {
    this.log.error({ err: error, event: 'library.order-not-saved', albumId })
  }
}
