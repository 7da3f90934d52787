import type { http } from '@daymark/contracts'
import { useEffect } from 'react'
import { useStore } from '../../../../lib/store.ts'
import { CommentStore } from './comment-store.ts'
import type { CommentsView } from './comments-view.ts'

/** The store of the open gallery; tiles, viewer and panel share it. */
let open: { token: string; store: CommentStore } | null = null

export function commentsOf({ link: { token } }: http.PublicShare): CommentStore {
  if (open?.token !== token) {
    open = { token, store: new CommentStore(token) }
    void open.store.load()
  }
  return open.store
}

export const useComments = (store: CommentStore): CommentsView => useStore(store)

/** Reloads the comments when the visitor returns to the page. */
export function useFreshComments(store: CommentStore, image: string) {
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') void store.refresh(image)
    }
    window.addEventListener('focus', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.removeEventListener('focus', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [store, image])
}
