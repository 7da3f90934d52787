import type { http } from '@daymark/contracts'
import { MessageCircle, X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { FailureNote } from '../../../ui/feedback/notice.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { confirmAction } from '../../../ui/overlay/overlay-store.ts'
import { numberThreads } from '../../../widgets/comments/markers.tsx'
import { Thread } from '../../../widgets/comments/thread.tsx'
import { useViewerKeys } from '../../../widgets/lightbox/use-viewer.ts'
import { getStudioBrand } from '../brand/brand-mark.tsx'
import { commentStoreOf, type CommentStore, NO_THREADS, useComments, useFreshComments } from './comment-store.ts'
import styles from './comments.module.css'
import { NewComment, useAuthorFields } from './new-comment.tsx'
import type { CommentPartProps } from './photo-markers.tsx'

export { PhotoMarkers } from './photo-markers.tsx'

type ThreadsProps = { store: CommentStore; photoId: string; ownerName: string }

/** Returns the name that is shown with the replies of the photographer. */
const findOwnerName = ({ photographer }: http.PublicShare) =>
  getStudioBrand()?.name || photographer || 'The photographer'

function PhotoThreads({ store, photoId, ownerName }: ThreadsProps) {
  const { threads, currentThreadId } = useComments(store)
  const author = useAuthorFields(store)
  const list = useRef<HTMLDivElement>(null)
  const photoThreads = threads.get(photoId)
  useEffect(() => {
    if (currentThreadId)
      list.current?.querySelector(`[data-thread="${currentThreadId}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [currentThreadId])
  if (!photoThreads) return <Spinner label="Loading..." />
  const numbers = numberThreads(photoThreads)
  const confirmRemoval = async (commentId: string) => {
    if (await confirmAction({ title: 'Remove your comment?', action: 'Remove', isDanger: true }))
      await store.remove(photoId, commentId)
  }
  return (
    <div ref={list} className="stack-3 shrinkable">
      {photoThreads.length === 0 && <p className={styles['empty']}>No comments yet.</p>}
      {photoThreads.map(thread => (
        <Thread
          key={thread.id}
          thread={thread}
          number={numbers.get(thread.id)}
          ownerName={ownerName}
          isCurrent={thread.id === currentThreadId}
          onReply={text => store.write(photoId, { text, thread_id: thread.id, ...author.values })}
          authorFields={author.fields}
          onResolve={thread.mine ? resolved => void store.resolve(photoId, thread.id, resolved) : undefined}
          isRemovable={comment => comment.removable}
          onRemove={comment => void confirmRemoval(comment.id)}
        />
      ))}
    </div>
  )
}

/**
 * Closes the panel on Escape, also while the visitor is typing, when `useViewerKeys` ignores all keys. If a dialog is
 * open above the viewer, Escape closes only that dialog.
 */
function useCloseOnEscape(panel: RefObject<HTMLElement | null>, close: () => void) {
  useEffect(() => {
    const element = panel.current
    const onKeyDown = (event: KeyboardEvent) => {
      const isInOtherDialog = (event.target as Element).closest('dialog') !== element?.closest('dialog')
      if (event.key !== 'Escape' || isInOtherDialog) return
      event.preventDefault()
      close()
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  })
}

function OpenPanel({ share, id, dialog }: CommentPartProps) {
  const store = commentStoreOf(share)
  const { problem } = useComments(store)
  const panel = useRef<HTMLElement>(null)
  useFreshComments(store, id)
  useEffect(() => void store.readThreads(id), [store, id])
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  const close = () => {
    store.close()
    dialog.current?.querySelector<HTMLElement>('[data-comments-button]')?.focus()
  }
  useViewerKeys(dialog, { Escape: close })
  useCloseOnEscape(panel, close)
  const threadsProps = { store, photoId: id, ownerName: findOwnerName(share) }
  return (
    <section ref={panel} aria-label="Comments" tabIndex={-1} data-comments className={styles['panel']}>
      <header className={styles['header']}>
        <h2 className="text-3">Comments</h2>
        <IconButton name="Close comments" onClick={close}>
          <X aria-hidden />
        </IconButton>
      </header>
      <div className={styles['body']}>
        <PhotoThreads {...threadsProps} />
        <FailureNote text={problem} />
        <NewComment key={id} share={share} id={id} />
      </div>
    </section>
  )
}

/** The comments of the open photo: next to the photo on a desktop, below it on a phone. */
export function CommentsPanel(props: CommentPartProps) {
  const store = commentStoreOf(props.share)
  const { status, isOpen } = useComments(store)
  useEffect(() => store.resetPhoto(), [store, props.id])
  return status === 'ready' && isOpen ? <OpenPanel {...props} /> : null
}

const buttonName = (threadCount: number) =>
  threadCount === 0 ? 'Comments' : threadCount === 1 ? '1 comment' : `${threadCount} comments`

/** The button that opens and closes the comments, as the key C does. */
export function CommentsButton({ share, id, dialog }: CommentPartProps) {
  const store = commentStoreOf(share)
  const { status, isOpen, counts } = useComments(store)
  const { threads } = counts.get(id) ?? NO_THREADS
  useViewerKeys(dialog, status === 'ready' ? { c: store.toggle } : {})
  if (status !== 'ready') return null
  return (
    <IconButton
      name={buttonName(threads)}
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

/** The number of comment threads, which a tile of the gallery shows. */
export function TileCommentCount({ share, id }: { share: http.PublicShare; id: string }) {
  const { threads } = useComments(commentStoreOf(share)).counts.get(id) ?? NO_THREADS
  if (threads === 0) return null
  return (
    <span className={styles['count']}>
      <MessageCircle aria-hidden />
      {threads}
      <span className="visually-hidden">{threads === 1 ? 'comment' : 'comments'}</span>
    </span>
  )
}
