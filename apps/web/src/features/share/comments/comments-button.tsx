import { MessageCircle } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { useViewerKeys } from '../../../widgets/lightbox/use-viewer-keys.ts'
import { NO_COUNT } from './store/comments-view.ts'
import { commentsOf, useComments } from './store/use-comments.ts'
import type { PartProps } from './part-props.ts'
import styles from './comments-panel.module.css'

const nameOf = (threads: number) => (threads === 0 ? 'Comments' : threads === 1 ? '1 comment' : `${threads} comments`)

/** The key C does the same. */
export function CommentsButton({ share, id, dialog }: PartProps) {
  const store = commentsOf(share)
  const { is, isOpen, counts } = useComments(store)
  const { threads } = counts.get(id) ?? NO_COUNT
  useViewerKeys(dialog, is === 'ready' ? { c: store.toggle } : {})
  if (is !== 'ready') return null
  return (
    <IconButton
      name={nameOf(threads)}
      aria-expanded={isOpen}
      data-comments-button
      className={styles['button']}
      onClick={store.toggle}
    >
      <MessageCircle aria-hidden />
      {threads > 0 && <span aria-hidden>{threads}</span>}
    </IconButton>
  )
}
