import { type http, MAX_EMAIL, PICKS } from '@daymark/contracts'
import { Link2, MapPin, MapPinOff } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { CommentForm } from '../../../widgets/comments/thread.tsx'
import { visitorKey } from '../visitor/visitor.actions.ts'
import styles from './comments.module.css'
import type { CommentStore } from './store/comment-store.ts'
import { commentsOf, useComments } from './store/use-comments.ts'

const MyLink = lazy(async () => ({ default: (await import('../visitor/my-link.tsx')).MyLink }))

const MIDDLE = { x: 0.5, y: 0.5 }

/** The personal link shows the visitor's comments on another device. */
function CopyLink({ token }: { token: string }) {
  const [notice, setNotice] = useState<string | null>(null)
  const read = () =>
    visitorKey(token).catch(() => {
      setNotice('Your link could not be read. Please try again.')
      return null
    })
  const onCopied = () => setNotice('Link copied. It opens your comments on any device.')
  const [isCopying, setIsCopying] = useState(false)
  const onClose = () => setIsCopying(false)
  return (
    <>
      <Button look="quiet" icon={<Link2 aria-hidden />} onClick={() => setIsCopying(true)}>
        Copy My Link
      </Button>
      {notice && (
        <p role="status" className={styles['hint']}>
          {notice}
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
  const send = (text: string) => store.write(id, { text, point, ...names.author })
  const tools = (
    <Button
      look="quiet"
      icon={point ? <MapPinOff aria-hidden /> : <MapPin aria-hidden />}
      onClick={() => store.mark(point ? null : MIDDLE)}
    >
      {point ? 'Without Position' : 'Mark a Position'}
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

/** The visitor's name: asked once, because the browser is recognized afterwards. `notice` is sent with the comment. */
export function useNames(store: CommentStore) {
  const { name: known } = useComments(store)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  if (known !== null) return { fields: null, author: {} }
  const fields = (
    <>
      <TextField
        label="Your name"
        autoComplete="name"
        maxLength={PICKS.name}
        required
        pattern=".*\S.*"
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <TextField
        type="email"
        label="Email (optional)"
        hint="The photographer can see your email address and may write to you."
        autoComplete="email"
        maxLength={MAX_EMAIL}
        value={email}
        onChange={event => setEmail(event.target.value)}
      />
    </>
  )
  return { fields, author: { name: name.trim(), email: email.trim() || null } }
}
