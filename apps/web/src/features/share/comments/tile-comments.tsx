import type { http } from '@daymark/contracts'
import { MessageCircle } from 'lucide-react'
import { NO_COUNT } from './store/comments-view.ts'
import { commentsOf, useComments } from './store/use-comments.ts'
import styles from './tile-comments.module.css'

/** The number of comments on a tile. */
export function TileComments({ share, id }: { share: http.PublicShare; id: string }) {
  const { threads } = useComments(commentsOf(share)).counts.get(id) ?? NO_COUNT
  if (threads === 0) return null
  return (
    <span className={styles['count']}>
      <MessageCircle aria-hidden />
      {threads}
      <span className="visually-hidden">{threads === 1 ? 'comment' : 'comments'}</span>
    </span>
  )
}
