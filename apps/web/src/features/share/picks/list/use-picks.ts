import { type http, NO_PICK, type PickState } from '@daymark/contracts'
import { useEffect } from 'react'
import { useStore } from '../../../../lib/store.ts'
import { openedVisitor } from '../../visitor/visitor.actions.ts'
import { PickStore } from './pick-store.ts'
import type { PicksView } from './picks-view.ts'

/** The store of the open gallery; tiles, viewer and bar share it. */
let open: { share: http.PublicShare; store: PickStore } | null = null

export function picksOf(share: http.PublicShare): PickStore {
  if (open?.share.link.token !== share.link.token) {
    open = { share, store: new PickStore(share) }
    void open.store.load(openedVisitor(share.link.token))
  } else if (open.share !== share) {
    // the gallery was read again: photos may have been added
    open.share = share
    open.store.shows(share.images.map(({ id }) => id))
  }
  return open.store
}

export const usePicksView = (store: PickStore): PicksView => useStore(store)

export function usePick(store: PickStore, id: string | undefined): PickState {
  return useStore({
    subscribe: store.subscribe,
    snapshot: () => (id === undefined ? NO_PICK : store.row(id)),
  })
}

/** Reloads the list when the visitor returns to the page or the network returns. */
export function useFreshPicks(store: PickStore) {
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') void store.refresh()
    }
    window.addEventListener('online', refresh)
    window.addEventListener('focus', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.removeEventListener('online', refresh)
      window.removeEventListener('focus', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [store])
}
