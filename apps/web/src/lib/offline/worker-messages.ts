/** What pages say to the offline worker. */
export type ToWorker =
  /** These pictures are deleted. */
  | { type: 'EVICT_MEDIA'; urls: string[] }
  /** Nobody is signed in any more, or somebody else is. */
  | { type: 'CLEAR_ALL' }
  /** Take over from the worker before you. */
  | { type: 'SKIP_WAITING' }

/** What the offline worker says to every page: it has taken over. */
export type FromWorker = { type: 'SW_UPDATED' }
