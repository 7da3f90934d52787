import type { http } from '@daymark/contracts'

export type Count = { threads: number; open: number }
export type CommentsView = {
  is: 'loading' | 'ready' | 'unavailable'
  /** The visitor's name; null: not entered yet. */
  name: string | null
  counts: ReadonlyMap<string, Count>
  /** The threads of the photos that have been shown. */
  threads: ReadonlyMap<string, readonly http.VisitorThread[]>
  /** Whether the panel is open. */
  isOpen: boolean
  /** The point on the photo of the new comment. */
  point: http.CommentPoint | null
  /** The thread whose marker was pressed last. */
  current: string | null
  /** The message of the last failure. */
  problem: string | null
}

export const NOTHING_YET: CommentsView = {
  ...{ is: 'loading', name: null, counts: new Map(), threads: new Map() },
  ...{ isOpen: false, point: null, current: null, problem: null },
}
export const NO_COUNT: Count = { threads: 0, open: 0 }

/** Merges the threads of one photo and updates its counts. */
export function withThreads(view: CommentsView, image: string, { name, threads }: http.ImageComments): CommentsView {
  const open = threads.filter(({ resolved_at }) => resolved_at === null).length
  return {
    ...view,
    name,
    threads: new Map(view.threads).set(image, threads),
    counts: new Map(view.counts).set(image, { threads: threads.length, open }),
  }
}
