import { COMMENTS } from '@daymark/contracts'
import { useId, useState, type ReactNode, type SyntheticEvent } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { TextArea } from '../../ui/fields/text-field.tsx'
import { FailureNote } from '../../ui/feedback/failure-note.tsx'
import styles from './comments.module.css'

type Props = {
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
export function CommentForm({ label, send, onSend, before, note, tools, onCancel }: Props) {
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
