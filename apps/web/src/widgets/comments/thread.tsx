import type { http } from '@daymark/contracts'
import { Check, Reply, RotateCcw, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { formatMoment } from '../../lib/format/dates.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CommentForm } from './comment-form.tsx'
import styles from './comments.module.css'

type Said = http.Comment
type Talk = Pick<http.CommentThread, 'id' | 'resolved_at'> & { comments: readonly Said[] }
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

type LineProps = { said: Said; name: string; number: number | undefined; onRemove: (() => void) | null }

function SaidLine({ said, name, number, onRemove }: LineProps) {
  return (
    <li className={styles['said']}>
      <p className={styles['who']}>
        {number && <span className={styles['number']}>{number}</span>}
        <strong data-by={said.by}>{name}</strong>
        <time dateTime={said.created_at}>{formatMoment(said.created_at)}</time>
        {onRemove && (
          <IconButton name={`Remove the comment of ${name}`} size="small" onClick={onRemove}>
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </p>
      <p className={styles['text']}>{said.text}</p>
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
        label="Your answer"
        send="Send Answer"
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
        Answer
      </Button>
      {onResolve && (
        <Button
          look="quiet"
          size="small"
          icon={isResolved ? <RotateCcw aria-hidden /> : <Check aria-hidden />}
          onClick={() => onResolve(!isResolved)}
        >
          {isResolved ? 'Open Again' : 'Resolve'}
        </Button>
      )}
    </div>
  )
}

/** The comments about one photo or one point of it, with their actions. */
export function Thread<T extends Talk>(props: Props<T>) {
  const { thread, number, email, ownerName, isCurrent = false, onAnswer, whoAnswers, onResolve } = props
  const isResolved = thread.resolved_at !== null
  const nameOf = ({ by, name }: Said) => (by === 'owner' ? ownerName : name || 'A visitor')
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
        {thread.comments.map((said, at) => (
          <SaidLine
            key={said.id}
            said={said}
            name={nameOf(said)}
            number={at === 0 ? number : undefined}
            onRemove={props.isRemovable(said) ? () => props.onRemove(said) : null}
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
