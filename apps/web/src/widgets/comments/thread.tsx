import { COMMENT_LIMITS, type http } from '@daymark/contracts'
import { Check, Reply, RotateCcw, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { formatShortDateTime } from '../../lib/format/dates.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FailureNote } from '../../ui/feedback/notice.tsx'
import { useSubmit } from '../../ui/feedback/use-submit.ts'
import { TextArea } from '../../ui/fields/text-field.tsx'
import styles from './comments.module.css'

type CommentText = http.Comment
type ThreadData = Pick<http.CommentThread, 'id' | 'resolved_at'> & { comments: readonly CommentText[] }
type Props<T extends ThreadData> = {
  thread: T
  /** The number of the thread's marker on the photo. Undefined: the thread has no marker. */
  number: number | undefined
  /** The email address of the author. Only owners see it. */
  email?: string | null
  /** The name under which the owner's comments appear in this gallery. */
  ownerName: string
  isCurrent?: boolean
  onReply: (text: string) => Promise<string | null>
  /** Fields above the reply, such as the author's name. */
  authorFields?: ReactNode
  /** Undefined: the user cannot resolve threads. */
  onResolve?: ((resolved: boolean) => void) | undefined
  isRemovable: (comment: T['comments'][number]) => boolean
  onRemove: (comment: T['comments'][number]) => void
}

type CommentLineProps = {
  comment: CommentText
  name: string
  number: number | undefined
  onRemove: (() => void) | null
}

function CommentLine({ comment, name, number, onRemove }: CommentLineProps) {
  return (
    <li>
      <p className={styles['author-line']}>
        {number && <span className={styles['number']}>{number}</span>}
        <strong data-by={comment.by}>{name}</strong>
        <time dateTime={comment.created_at}>{formatShortDateTime(comment.created_at)}</time>
        {onRemove && (
          <IconButton name={`Remove the comment of ${name}`} size="small" onClick={onRemove}>
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </p>
      <p className={styles['text']}>{comment.text}</p>
    </li>
  )
}

type ReplyActionsProps = Pick<Props<ThreadData>, 'onReply' | 'authorFields' | 'onResolve'> & { isResolved: boolean }

/** The buttons to reply and to resolve the thread, or the form for a reply. */
function ReplyActions({ onReply, authorFields, onResolve, isResolved }: ReplyActionsProps) {
  const [replyState, setReplyState] = useState<'initial' | 'open' | 'closed'>('initial')
  const sendReply = async (text: string) => {
    const problem = await onReply(text)
    if (problem === null) setReplyState('closed')
    return problem
  }
  if (replyState === 'open')
    return (
      <CommentForm
        label="Your reply"
        send="Send Reply"
        fieldsAbove={authorFields}
        onSend={sendReply}
        onCancel={() => setReplyState('closed')}
      />
    )
  return (
    <div className={styles['actions']}>
      <Button
        appearance="quiet"
        size="small"
        icon={<Reply aria-hidden />}
        // When the reply form closes, the focus returns to this button.
        autoFocus={replyState === 'closed'}
        onClick={() => setReplyState('open')}
      >
        Reply
      </Button>
      {onResolve && (
        <Button
          appearance="quiet"
          size="small"
          icon={isResolved ? <RotateCcw aria-hidden /> : <Check aria-hidden />}
          onClick={() => onResolve(!isResolved)}
        >
          {isResolved ? 'Reopen' : 'Resolve'}
        </Button>
      )}
    </div>
  )
}

/** A thread of comments about a photo or a point on it, with its actions. */
export function Thread<T extends ThreadData>(props: Props<T>) {
  const { thread, number, email, ownerName, isCurrent = false, onReply, authorFields, onResolve } = props
  const isResolved = thread.resolved_at !== null
  const nameOf = ({ by, name }: CommentText) => (by === 'owner' ? ownerName : name || 'A visitor')
  return (
    <article
      data-thread={thread.id}
      aria-label={number ? `Comment ${number}` : 'Comment'}
      className={classNames(styles['thread'], isCurrent && styles['current'], isResolved && styles['resolved'])}
    >
      {isResolved && (
        <p className={styles['resolved-label']}>
          <Check aria-hidden /> Resolved
        </p>
      )}
      <ol className="stack-3 shrinkable">
        {thread.comments.map((comment, index) => (
          <CommentLine
            key={comment.id}
            comment={comment}
            name={nameOf(comment)}
            number={index === 0 ? number : undefined}
            onRemove={props.isRemovable(comment) ? () => props.onRemove(comment) : null}
          />
        ))}
      </ol>
      {email && (
        <a href={`mailto:${email}`} className={styles['mail']}>
          {email}
        </a>
      )}
      <ReplyActions onReply={onReply} authorFields={authorFields} onResolve={onResolve} isResolved={isResolved} />
    </article>
  )
}

type CommentFormProps = {
  label: string
  send: string
  /** Sends the comment. Returns null on success, or the message of the failure. */
  onSend: (text: string) => Promise<string | null>
  /** Fields above the text, such as the author's name. */
  fieldsAbove?: ReactNode
  /** A text above the buttons. */
  note?: ReactNode
  /** Further buttons next to the submit button. */
  tools?: ReactNode
  onCancel?: () => void
}

/** The form for a new comment or reply. */
export function CommentForm({ label, send, onSend, fieldsAbove, note, tools, onCancel }: CommentFormProps) {
  const id = useId()
  const [text, setText] = useState('')
  const { onSubmit, failure, isBusy } = useSubmit(text.trim() !== '' && (() => onSend(text.trim())), () => setText(''))
  return (
    <form id={id} aria-label={label} className="stack-3 shrinkable" onSubmit={onSubmit}>
      {fieldsAbove}
      <TextArea
        label={label}
        rows={2}
        maxLength={COMMENT_LIMITS.text}
        required
        autoFocus={onCancel !== undefined}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <FailureNote text={failure} />
      {note && <p className="caption">{note}</p>}
      <div className="wrap align-items-center">
        {tools}
        {onCancel && (
          <Button appearance="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" appearance="primary" className={styles['send'] ?? ''} disabled={isBusy}>
          {send}
        </Button>
      </div>
    </form>
  )
}
