import type { Choice, http } from '@daymark/contracts'

type Listed = Omit<NonNullable<http.OwnPicks['list']>, 'picks'>
export type PicksView = {
  is: 'loading' | 'ready' | 'unavailable'
  /** null: the visitor has not given a name. */
  list: Listed | null
  picked: number
  rejected: number
  /** Changes are unsent and the server cannot be reached. */
  isOffline: boolean
  isSaved: boolean
  /** The message of the last failure. */
  problem: string | null
  /** The photo whose pick made the page ask for a name; empty: none. */
  asked: { id: string; choice: Choice } | null
}

export const NOTHING_YET: PicksView = {
  ...{ is: 'loading', list: null, picked: 0, rejected: 0, isOffline: false, isSaved: true },
  ...{ problem: null, asked: null },
}
