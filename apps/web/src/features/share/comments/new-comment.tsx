import type { http } from '@daymark/contracts'
import { Link2, MapPin, MapPinOff } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { CommentForm } from '../../../widgets/comments/comment-form.tsx'
import { commentsOf, useComments } from './store/use-comments.ts'
import { visitorKey } from '../visitor/visitor.actions.ts'
import { useNames } from './use-names.tsx'
import styles from './comments-panel.module.css'

const MyLink = lazy(async () => ({ default: (await import('../visitor/my-link.tsx')).MyLink }))

const MIDDLE = { x: 0.5, y: 0.5 }

/** The personal link shows the visitor's comments on another device. */
function CopyLink({ token }: { token: string }) {
  const [said, setSaid] = useState<string | null>(null)
  const read = () =>
    visitorKey(token).catch(() => {
      setSaid('Your link could not be read. Please try again.')
      return null
    })
  const onCopied = () => setSaid('Link copied. It opens your comments on any device.')
  const [isCopying, setIsCopying] = useState(false)
  const onClose = () => setIsCopying(false)
  return (
    <>
      <Button look="quiet" icon={<Link2 aria-hidden />} onClick={() => setIsCopying(true)}>
        Copy My Link
      </Button>
      {said && (
        <p role="status" className={styles['hint']}>
          {said}
        </p>
      )}
      {isCopying && (
        <Suspense>
          <MyLink {...{ token, read, onCopied, onClose }} part="comments" />
        </Suspense>
      )}
    </>
  )
}

/** A new thread about this photo, or about one point of it. */
export function NewComment({ share, id }: { share: http.PublicShare; id: string }) {
  const store = commentsOf(share)
  const { name: known, point } = useComments(store)
  const names = useNames(store)
  const send = (text: string) => store.write(id, { text, point, ...names.said })
  const tools = (
    <Button
      look="quiet"
      icon={point ? <MapPinOff aria-hidden /> : <MapPin aria-hidden />}
      onClick={() => store.mark(point ? null : MIDDLE)}
    >
      {point ? 'No Place' : 'Mark a Place'}
    </Button>
  )
  return (
    <div className={styles['new']}>
      <CommentForm
        label="Your comment"
        send="Send"
        onSend={send}
        before={names.fields}
        note={point && 'Press on the photo, or move the ring with the arrow keys.'}
        tools={tools}
      />
      {!share.link.comments?.shared && known === null && (
        <p className={styles['hint']}>Only you and the photographer can see your comment.</p>
      )}
      {known !== null && <CopyLink token={share.link.token} />}
    </div>
  )
}
