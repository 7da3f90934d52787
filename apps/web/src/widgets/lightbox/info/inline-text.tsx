import { Pencil } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import styles from './inline-text.module.css'

type Props = {
  /** The name of the field: 'title', 'caption'. */
  name: string
  value: string
  placeholder: string
  maxLength: number
  isLong?: boolean
  onSave: (text: string) => void
}

/** Text that becomes a field when pressed. L-LB-09, L-LB-10: Enter saves, Escape cancels; leaving the field saves too. */
export function InlineText({ name, value, placeholder, maxLength, isLong = false, onSave }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isDone = useRef(false)

  const finish = (save: boolean, refocus: boolean) => {
    // Removing the field triggers blur, which must not save a canceled text.
    if (isDone.current) return
    isDone.current = true
    if (save && draft !== null && draft.trim() !== value) onSave(draft.trim())
    setDraft(null)
    if (refocus) queueMicrotask(() => button.current?.focus())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing && !(isLong && event.shiftKey)
    if (!isEnter && event.key !== 'Escape') return
    // Also prevents Escape from closing the surrounding dialog.
    event.preventDefault()
    event.stopPropagation()
    finish(isEnter, true)
  }
  const begin = () => {
    isDone.current = false
    setDraft(value)
  }

  if (draft === null)
    return (
      <button
        ref={button}
        type="button"
        className={styles['text']}
        aria-label={value ? `Edit ${name}: ${value}` : placeholder}
        onClick={begin}
      >
        <span className={classNames(!value && styles['empty'])}>{value || placeholder}</span>
        <Pencil aria-hidden />
      </button>
    )
  const shared = {
    'aria-label': name,
    value: draft,
    maxLength,
    autoFocus: true,
    className: styles['field'],
    onKeyDown,
    onBlur: () => finish(true, false),
  }
  return isLong ? (
    <textarea
      rows={4}
      {...shared}
      onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
      onChange={event => setDraft(event.target.value)}
    />
  ) : (
    <input
      type="text"
      {...shared}
      onFocus={event => event.target.select()}
      onChange={event => setDraft(event.target.value)}
    />
  )
}
