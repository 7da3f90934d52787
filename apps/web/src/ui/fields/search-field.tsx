import { Search, X } from 'lucide-react'
import { useRef, type KeyboardEvent, type SyntheticEvent } from 'react'
import { useDraft } from '../../lib/hooks/use-draft.ts'
import { useFocusShortcut } from '../../lib/hooks/use-focus-key.ts'
import { classNames } from '../class-names.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import styles from './fields.module.css'

type Props = {
  label: string
  value: string
  /**
   * Called when the user pauses typing or presses Enter, and with an empty text when they clear the field. Must be a
   * stable function.
   */
  onSearch: (text: string) => void
  maxLength: number
  /** The keyboard shortcut that focuses the field. */
  shortcut?: string
  className?: string | undefined
}

export function SearchField({ label, value, onSearch, maxLength, shortcut, className }: Props) {
  const { text, setText, send } = useDraft(value, onSearch)
  const input = useRef<HTMLInputElement>(null)
  useFocusShortcut(input, shortcut)
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    send()
  }
  const clear = () => {
    send('')
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !text) return
    // The first Escape clears the text. The next one closes a surrounding dialog.
    event.preventDefault()
    clear()
  }
  return (
    <form role="search" aria-label={label} className={classNames(styles['search'], className)} onSubmit={onSubmit}>
      <Search aria-hidden className={styles['icon']} />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
        value={text}
        className={styles['search-input']}
        onChange={event => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text && (
        <IconButton name="Clear search" size="small" className={styles['clear']} onClick={clear}>
          <X aria-hidden />
        </IconButton>
      )}
    </form>
  )
}
