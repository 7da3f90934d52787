import { COMMENTS, type http } from '@daymark/contracts'
import { Check, Reply, RotateCcw, Trash2 } from 'lucide-react'
import { type ReactNode, type SyntheticEvent, useId, useState } from 'react'
import { formatShortDateTime } from '../../lib/format/dates.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FailureNote } from '../../ui/feedback/notice.tsx'
import { TextArea } from '../../ui/fields/text-field.tsx'
import styles from './comments.module.css'

type CommentText = http.Comment
type Talk = Pick<http.CommentThread, 'id' | 'resolved_at'> & { comments: readonly CommentText[] }
type Props<T extends Talk> = {
  thread: T
  /** Its marker on the photo, if it has one. */
  number: number | undefined
  /** The address of its author, if the reader may see it. */
  email?: string | null
  /** The name of the owner in this gallery. */
  ownerName: string
  isCurrent?: boolean
  onAnswer: (text: string) => Promise<string | null>
  /** Fields above a reply: the name of its author. */
  whoAnswers?: ReactNode
  /** Undefined: the reader cannot resolve threads. */
  onResolve?: ((resolved: boolean) => void) | undefined
  isRemovable: (comment: T['comments'][number]) => boolean
  onRemove: (comment: T['comments'][number]) => void
}

type LineProps = { comment: CommentText; name: string; number: number | undefined; onRemove: (() => void) | null }

function CommentLine({ comment, name, number, onRemove }: LineProps) {
  return (
    <li>
      <p className={styles['who']}>
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

type AnsweringProps = Pick<Props<Talk>, 'onAnswer' | 'whoAnswers' | 'onResolve'> & { isResolved: boolean }

/** A reply, and whether the thread is resolved. */
function Answering({ onAnswer, whoAnswers, onResolve, isResolved }: AnsweringProps) {
  const [answering, setAnswering] = useState<'not yet' | 'now' | 'over'>('not yet')
  const answer = async (text: string) => {
    const problem = await onAnswer(text)
    if (problem === null) setAnswering('over')
    return problem
  }
  if (answering === 'now')
    return (
      <CommentForm
        label="Your reply"
        send="Send Reply"
        before={whoAnswers}
        onSend={answer}
        onCancel={() => setAnswering('over')}
      />
    )
  return (
    <div className={styles['actions']}>
      <Button
        look="quiet"
        size="small"
        icon={<Reply aria-hidden />}
        // the focus returns from the form
        autoFocus={answering === 'over'}
        onClick={() => setAnswering('now')}
      >
        Reply
      </Button>
      {onResolve && (
        <Button
          look="quiet"
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

/** The comments about one photo or one point of it, with their actions. */
export function Thread<T extends Talk>(props: Props<T>) {
  const { thread, number, email, ownerName, isCurrent = false, onAnswer, whoAnswers, onResolve } = props
  const isResolved = thread.resolved_at !== null
  const nameOf = ({ by, name }: CommentText) => (by === 'owner' ? ownerName : name || 'A visitor')
  return (
    <article
      data-thread={thread.id}
      aria-label={number ? `Comment ${number}` : 'Comment'}
      className={classNames(styles['thread'], isCurrent && styles['current'], isResolved && styles['resolved'])}
    >
      {isResolved && (
        <p className={styles['done']}>
          <Check aria-hidden /> Resolved
        </p>
      )}
      <ol className={styles['lines']}>
        {thread.comments.map((comment, at) => (
          <CommentLine
            key={comment.id}
            comment={comment}
            name={nameOf(comment)}
            number={at === 0 ? number : undefined}
            onRemove={props.isRemovable(comment) ? () => props.onRemove(comment) : null}
          />
        ))}
      </ol>
      {email && (
        <a href={`mailto:${email}`} className={styles['mail']}>
          {email}
        </a>
      )}
      <Answering {...{ onAnswer, whoAnswers, onResolve, isResolved }} />
    </article>
  )
}

type CommentFormProps = {
  label: string
  send: string
  /** Returns the message that explains the failure, if any. */
  onSend: (text: string) => Promise<string | null>
  /** Above the text: the fields for the name. */
  before?: ReactNode
  /** Above the buttons: other actions. */
  note?: ReactNode
  /** Next to the send button. */
  tools?: ReactNode
  onCancel?: () => void
}

/** A new comment or reply. */
export function CommentForm({ label, send, onSend, before, note, tools, onCancel }: CommentFormProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!text.trim()) return
    setIsBusy(true)
    const problem = await onSend(text.trim())
    setIsBusy(false)
    setError(problem)
    if (problem === null) setText('')
  }
  return (
    <form id={id} aria-label={label} className={styles['form']} onSubmit={event => void onSubmit(event)}>
      {before}
      <TextArea
        label={label}
        rows={2}
        maxLength={COMMENTS.text}
        required
        autoFocus={onCancel !== undefined}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <FailureNote text={error} />
      {note && <p className={styles['note']}>{note}</p>}
      <div className={styles['buttons']}>
        {tools}
        {onCancel && (
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" look="primary" className={styles['send'] ?? ''} disabled={isBusy}>
          {send}
        </Button>
      </div>
    </form>
  )
}
