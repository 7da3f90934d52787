/** Messages from pages to the offline worker. */
export type PageToWorkerMessage =
  /** Removes deleted pictures from the cache. */
  | { type: 'EVICT_MEDIA'; urls: string[] }
  /** Empties the cache after a sign-out or the sign-in of another user. */
  | { type: 'CLEAR_ALL' }
  /** Makes the new worker replace the active one. */
  | { type: 'SKIP_WAITING' }

/** The message that a new offline worker sends to every page when it becomes active. */
export type WorkerToPageMessage = { type: 'SW_UPDATED' }
