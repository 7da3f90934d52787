import { type http, hasExtremeAspectRatio } from '@daymark/contracts'
import { useLayoutEffect, useRef, useState, type CSSProperties } from 'react'
import { Modal } from '../../ui/overlay/modal.tsx'
import { Markers, numberThreads } from '../../widgets/comments/markers.tsx'
import { Thread } from '../../widgets/comments/thread.tsx'
import { Picture } from '../../widgets/masonry/picture.tsx'
import { replyToThread, removeComment, resolveThread } from './comments.api.ts'
import { confirmAction } from '../../ui/overlay/overlay-store.ts'
import styles from './comments.module.css'

type PhotoCommentsProps = {
  shareId: string
  ownerName: string
  image: http.CommentThread['image']
  threads: readonly http.CommentThread[]
}
type PhotoWithMarkersProps = Pick<PhotoCommentsProps, 'image' | 'threads'> & {
  size: 'md' | 'lg'
  currentThreadId: string | null
  onChoose: (threadId: string) => void
  onOpen?: () => void
}

const ratioStyle = ({ width, height }: PhotoCommentsProps['image']): CSSProperties & { '--ratio': number } => ({
  '--ratio': (width ?? 3) / (height ?? 2),
  aspectRatio: 'var(--ratio)',
})

/**
 * The photo with the markers of its threads. A very wide or high photo is in a scrollable box, which initially shows
 * the first marker.
 */
function PhotoWithMarkers({ image, threads, size, currentThreadId, onChoose, onOpen }: PhotoWithMarkersProps) {
  const scrollBox = useRef<HTMLDivElement>(null)
  const firstPoint = threads.find(thread => thread.point)?.point
  const isScrollable = hasExtremeAspectRatio(image)
  useLayoutEffect(() => {
    if (isScrollable && firstPoint) scrollToPoint(scrollBox.current, firstPoint)
    // Scrolls only when the component is mounted, because later changes must not move the photo while the user scrolls.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const picture = (
    <Picture
      src={image.thumbnail_url.replace('/sm/', `/${size}/`)}
      alt={image.title || image.filename}
      placeholder={image.placeholder}
    />
  )
  return (
    <div ref={scrollBox} className={isScrollable ? styles['scrolled'] : undefined}>
      <div className={styles['marked']} style={ratioStyle(image)}>
        {onOpen ? (
          <button
            type="button"
            aria-label={`Open ${image.title || image.filename}`}
            className={styles['open']}
            onClick={onOpen}
          >
            {picture}
          </button>
        ) : (
          picture
        )}
        <Markers threads={threads} currentThreadId={currentThreadId} onChoose={onChoose} />
      </div>
    </div>
  )
}

/** Scrolls the box so that the point is in the middle of the box. */
function scrollToPoint(scrollBox: HTMLElement | null, { x, y }: http.CommentPoint): void {
  if (!scrollBox) return
  scrollBox.scrollTop = y * scrollBox.scrollHeight - scrollBox.clientHeight / 2
  scrollBox.scrollLeft = x * scrollBox.scrollWidth - scrollBox.clientWidth / 2
}

/** One photo and its comments. */
export function PhotoComments({ shareId, ownerName, image, threads }: PhotoCommentsProps) {
  const [currentThreadId, setCurrentThreadId] = useState<string | null>(null)
  const [isLarge, setIsLarge] = useState(false)
  const numbers = numberThreads(threads)
  const photoProps = { image, threads, currentThreadId, onChoose: setCurrentThreadId }
  const confirmAndRemove = async ({ id: commentId }: http.Comment, isFirst: boolean) => {
    const title = isFirst ? 'Remove this comment and its replies?' : 'Remove this comment?'
    if (await confirmAction({ title, action: 'Remove', isDanger: true })) await removeComment(shareId, commentId)
  }
  return (
    <section aria-label={image.filename} className={styles['photo']}>
      <div className={styles['picture']}>
        <PhotoWithMarkers {...photoProps} size="md" onOpen={() => setIsLarge(true)} />
        <p className="caption truncate">{image.filename}</p>
      </div>
      <div className="stack-3 shrinkable">
        {threads.map(thread => (
          <Thread
            key={thread.id}
            thread={thread}
            number={numbers.get(thread.id)}
            ownerName={ownerName}
            email={thread.email}
            isCurrent={thread.id === currentThreadId}
            onReply={text => replyToThread(shareId, thread.id, text)}
            onResolve={resolved => void resolveThread(shareId, thread.id, resolved)}
            isRemovable={() => true}
            onRemove={comment => void confirmAndRemove(comment, comment.id === thread.comments[0]?.id)}
          />
        ))}
      </div>
      {isLarge && (
        <Modal title={image.filename} size="wide" onClose={() => setIsLarge(false)}>
          <PhotoWithMarkers {...photoProps} size="lg" />
        </Modal>
      )}
    </section>
  )
}
