import type { http } from '@daymark/contracts'

type Pointed = { id: string; point: http.CommentPoint | null }

/** Threads with a point are numbered in the order of their creation; the others have no number. */
export function numberedThreads<T extends Pointed>(threads: readonly T[]): ReadonlyMap<string, number> {
  return new Map(threads.filter(({ point }) => point).map(({ id }, at) => [id, at + 1]))
}
