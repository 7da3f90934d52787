import type { http } from '@daymark/contracts'
import { useState, type CSSProperties } from 'react'
import { Modal } from '../../ui/overlay/modal.tsx'
import { Markers } from '../../widgets/comments/markers.tsx'
import { numberedThreads } from '../../widgets/comments/numbered.ts'
import { Thread } from '../../widgets/comments/thread.tsx'
import { Picture } from '../../widgets/masonry/picture.tsx'
import { answerThread, removeComment, resolveThread } from './comments.actions.ts'
import { confirmAction } from '../../ui/overlay/confirm.ts'
import styles from './comments.module.css'

type Props = {
  id: string
  ownerName: string
  image: http.CommentThread['image']
  threads: readonly http.CommentThread[]
}
type PictureProps = Pick<Props, 'image' | 'threads'> & {
  size: 'md' | 'lg'
  current: string | null
  onChoose: (thread: string) => void
  onOpen?: () => void
}

const shape = ({ width, height }: Props['image']): CSSProperties & { '--ratio': number } => ({
  '--ratio': (width ?? 3) / (height ?? 2),
  aspectRatio: 'var(--ratio)',
})

/** The photo with a marker for each thread that has a place on it. */
function Marked({ image, threads, size, current, onChoose, onOpen }: PictureProps) {
  const picture = (
    <Picture
      src={image.thumbnail_url.replace('/sm/', `/${size}/`)}
      alt={image.title || image.filename}
      placeholder={image.placeholder}
    />
  )
  return (
    <div className={styles['marked']} style={shape(image)}>
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
      <Markers threads={threads} current={current} onChoose={onChoose} />
    </div>
  )
}

/** One photo and what visitors wrote about it. */
export function PhotoComments({ id, ownerName, image, threads }: Props) {
  const [current, setCurrent] = useState<string | null>(null)
  const [isLarge, setIsLarge] = useState(false)
  const numbers = numberedThreads(threads)
  const marked = { image, threads, current, onChoose: setCurrent }
  const remove = async ({ id: comment }: http.Comment, isFirst: boolean) => {
    const title = isFirst ? 'Remove this comment and its replies?' : 'Remove this comment?'
    if (await confirmAction({ title, action: 'Remove', isDanger: true })) await removeComment(id, comment)
  }
  return (
    <section aria-label={image.filename} className={styles['photo']}>
      <div className={styles['picture']}>
        <Marked {...marked} size="md" onOpen={() => setIsLarge(true)} />
        <p className={styles['name']}>{image.filename}</p>
      </div>
      <div className={styles['threads']}>
        {threads.map(thread => (
          <Thread
            key={thread.id}
            thread={thread}
            number={numbers.get(thread.id)}
            ownerName={ownerName}
            email={thread.email}
            isCurrent={thread.id === current}
            onAnswer={text => answerThread(id, thread.id, text)}
            onResolve={resolved => void resolveThread(id, thread.id, resolved)}
            isRemovable={() => true}
            onRemove={comment => void remove(comment, comment.id === thread.comments[0]?.id)}
          />
        ))}
      </div>
      {isLarge && (
        <Modal title={image.filename} size="wide" onClose={() => setIsLarge(false)}>
          <Marked {...marked} size="lg" />
        </Modal>
      )}
    </section>
  )
}
