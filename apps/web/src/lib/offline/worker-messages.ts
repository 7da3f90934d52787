/** What pages say to the offline worker. */
export type ToWorker =
  /** These pictures are deleted. */
  | { type: 'EVICT_MEDIA'; urls: string[] }
  /** The user signed out, or another user signed in. */
  | { type: 'CLEAR_ALL' }
  /** Take over from the worker before you. */
  | { type: 'SKIP_WAITING' }

/** What the offline worker says to every page: it has taken over. */
export type FromWorker = { type: 'SW_UPDATED' }
