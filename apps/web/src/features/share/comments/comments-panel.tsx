import type { http } from '@daymark/contracts'
import { MessageCircle, X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { FailureNote } from '../../../ui/feedback/notice.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { confirmAction } from '../../../ui/overlay/confirm.ts'
import { numberThreads } from '../../../widgets/comments/markers.tsx'
import { Thread } from '../../../widgets/comments/thread.tsx'
import { useViewerKeys } from '../../../widgets/lightbox/use-viewer.ts'
import { shownBrand } from '../brand/brand-mark.tsx'
import styles from './comments.module.css'
import { NewComment, useNames } from './new-comment.tsx'
import type { CommentStore } from './store/comment-store.ts'
import { NO_COUNT } from './store/comments-view.ts'
import { commentsOf, useComments, useFreshComments } from './store/use-comments.ts'
import type { PartProps } from './photo-markers.tsx'

type ThreadsProps = { store: CommentStore; id: string; ownerName: string }

/** The studio, or else the photographer, as the gallery names them. */
const ownerOf = ({ photographer }: http.PublicShare) => shownBrand()?.name || photographer || 'The photographer'

function Threads({ store, id, ownerName }: ThreadsProps) {
  const { threads, current } = useComments(store)
  const names = useNames(store)
  const list = useRef<HTMLDivElement>(null)
  const shown = threads.get(id)
  useEffect(() => {
    if (current) list.current?.querySelector(`[data-thread="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current])
  if (!shown) return <Spinner label="Loading..." />
  const numbers = numberThreads(shown)
  const remove = async (comment: string) => {
    if (await confirmAction({ title: 'Remove your comment?', action: 'Remove', isDanger: true }))
      await store.remove(id, comment)
  }
  return (
    <div ref={list} className={styles['threads']}>
      {shown.length === 0 && <p className={styles['none']}>No comments yet.</p>}
      {shown.map(thread => (
        <Thread
          key={thread.id}
          thread={thread}
          number={numbers.get(thread.id)}
          ownerName={ownerName}
          isCurrent={thread.id === current}
          onReply={text => store.write(id, { text, thread_id: thread.id, ...names.author })}
          authorFields={names.fields}
          onResolve={thread.mine ? resolved => void store.resolve(id, thread.id, resolved) : undefined}
          isRemovable={comment => comment.removable}
          onRemove={comment => void remove(comment.id)}
        />
      ))}
    </div>
  )
}

/**
 * Keys belong to the text while the visitor is typing, except Escape, which closes the panel. In a dialog above, Escape
 * closes that one.
 */
function useEscape(panel: RefObject<HTMLElement | null>, close: () => void) {
  useEffect(() => {
    const element = panel.current
    const listen = (event: KeyboardEvent) => {
      const isAbove = (event.target as Element).closest('dialog') !== element?.closest('dialog')
      if (event.key !== 'Escape' || isAbove) return
      event.preventDefault()
      close()
    }
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  })
}

function OpenPanel({ share, id, dialog }: PartProps) {
  const store = commentsOf(share)
  const { problem } = useComments(store)
  const panel = useRef<HTMLElement>(null)
  useFreshComments(store, id)
  useEffect(() => void store.look(id), [store, id])
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  const close = () => {
    store.close()
    dialog.current?.querySelector<HTMLElement>('[data-comments-button]')?.focus()
  }
  useViewerKeys(dialog, { Escape: close })
  useEscape(panel, close)
  const part = { store, id, ownerName: ownerOf(share) }
  return (
    <section ref={panel} aria-label="Comments" tabIndex={-1} data-comments className={styles['panel']}>
      <header className={styles['header']}>
        <h2 className={styles['title']}>Comments</h2>
        <IconButton name="Close comments" onClick={close}>
          <X aria-hidden />
        </IconButton>
      </header>
      <div className={styles['body']}>
        <Threads {...part} />
        <FailureNote text={problem} />
        <NewComment key={id} share={share} id={id} />
      </div>
    </section>
  )
}

/** Next to the photo on a desktop, below it on a phone. */
export function CommentsPanel(props: PartProps) {
  const store = commentsOf(props.share)
  const { is, isOpen } = useComments(store)
  useEffect(() => store.turn(), [store, props.id])
  return is === 'ready' && isOpen ? <OpenPanel {...props} /> : null
}

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
