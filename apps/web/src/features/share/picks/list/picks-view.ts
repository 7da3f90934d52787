import type { Choice, http } from '@daymark/contracts'

type Listed = Omit<NonNullable<http.OwnPicks['list']>, 'picks'>
export type PicksView = {
  is: 'loading' | 'ready' | 'unavailable'
  /** null: the visitor has not given a name. */
  list: Listed | null
  picked: number
  rejected: number
  /** Not all of it is with the server, and the server does not answer. */
  isOffline: boolean
  isSaved: boolean
  /** A sentence about what was just not possible. */
  problem: string | null
  /** Asked for her name, as she picks this photo; empty: without one. */
  asked: { id: string; choice: Choice } | null
}

export const NOTHING_YET: PicksView = {
  ...{ is: 'loading', list: null, picked: 0, rejected: 0, isOffline: false, isSaved: true },
  ...{ problem: null, asked: null },
}
