/** Messages from pages to the offline worker. */
export type ToWorker =
  /** These pictures are deleted. */
  | { type: 'EVICT_MEDIA'; urls: string[] }
  /** The user signed out, or another user signed in. */
  | { type: 'CLEAR_ALL' }
  /** Replace the active worker. */
  | { type: 'SKIP_WAITING' }

/** Message from the offline worker to every page: it has become active. */
export type FromWorker = { type: 'SW_UPDATED' }
