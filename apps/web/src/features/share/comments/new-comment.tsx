import { type http, MAX_EMAIL_LENGTH, PICK_LIMITS } from '@daymark/contracts'
import { Link2, MapPin, MapPinOff } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyOf } from '../../../lib/lazy.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { CommentForm } from '../../../widgets/comments/thread.tsx'
import { readVisitorKey } from '../visitor/visitor.api.ts'
import styles from './comments.module.css'
import { commentStoreOf, type CommentStore, useComments } from './comment-store.ts'

const CopyPersonalLink = lazyOf(() => import('../visitor/my-link.tsx'), 'CopyPersonalLink')

const PHOTO_CENTER = { x: 0.5, y: 0.5 }

/** The button that copies the personal link, with which visitors see their comments on another device. */
function CopyLinkButton({ token }: { token: string }) {
  const [notice, setNotice] = useState<string | null>(null)
  const readKey = () =>
    readVisitorKey(token).catch(() => {
      setNotice('Your link could not be copied. Please try again.')
      return null
    })
  const onCopied = () => setNotice('Link copied. It opens your comments on any device.')
  const [isCopying, setIsCopying] = useState(false)
  const onClose = () => setIsCopying(false)
  return (
    <>
      <Button appearance="quiet" icon={<Link2 aria-hidden />} onClick={() => setIsCopying(true)}>
        Copy My Link
      </Button>
      {notice && (
        <p role="status" className={styles['hint']}>
          {notice}
        </p>
      )}
      {isCopying && (
        <Suspense>
          <CopyPersonalLink
            token={token}
            readKey={readKey}
            onCopied={onCopied}
            onClose={onClose}
            fragmentName="comments"
          />
        </Suspense>
      )}
    </>
  )
}

/** The form for a new thread about this photo, or about one point of it. */
export function NewComment({ share, id }: { share: http.PublicShare; id: string }) {
  const store = commentStoreOf(share)
  const { name, point } = useComments(store)
  const author = useAuthorFields(store)
  const send = (text: string) => store.write(id, { text, point, ...author.values })
  const tools = (
    <Button
      appearance="quiet"
      icon={point ? <MapPinOff aria-hidden /> : <MapPin aria-hidden />}
      onClick={() => store.setPoint(point ? null : PHOTO_CENTER)}
    >
      {point ? 'Without Position' : 'Mark a Position'}
    </Button>
  )
  return (
    <div className={`stack-2 shrinkable ${styles['new']}`}>
      <CommentForm
        label="Your comment"
        send="Send"
        onSend={send}
        fieldsAbove={author.fields}
        note={point && 'Click the photo, or move the ring with the arrow keys.'}
        tools={tools}
      />
      {!share.link.comments?.shared && name === null && (
        <p className={styles['hint']}>Only you and the photographer can see your comment.</p>
      )}
      {name !== null && <CopyLinkButton token={share.link.token} />}
    </div>
  )
}

/**
 * Returns fields for name and email, if the visitor has not entered a name yet, and their values, which are sent with
 * the comment.
 */
export function useAuthorFields(store: CommentStore) {
  const { name: knownName } = useComments(store)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  if (knownName !== null) return { fields: null, values: {} }
  const fields = (
    <>
      <TextField
        label="Your name"
        autoComplete="name"
        maxLength={PICK_LIMITS.name}
        required
        pattern=".*\S.*"
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <TextField
        type="email"
        label="Email (optional)"
        hint="The photographer can see your email address and may contact you."
        autoComplete="email"
        maxLength={MAX_EMAIL_LENGTH}
        value={email}
        onChange={event => setEmail(event.target.value)}
      />
    </>
  )
  return { fields, values: { name: name.trim(), email: email.trim() || null } }
}
