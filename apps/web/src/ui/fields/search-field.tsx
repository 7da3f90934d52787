import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, type SyntheticEvent, useEffect, useRef } from 'react'
import { useDraft } from '../../lib/hooks/use-draft.ts'
import { isTyping } from '../../lib/is-typing.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { classNames } from '../class-names.ts'
import styles from './fields.module.css'

/** Focuses a field when the user presses a key, unless they are typing or a dialog is open. */
function useFocusShortcut(ref: RefObject<HTMLInputElement | null>, key: string | undefined) {
  useEffect(() => {
    if (!key) return
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isOtherKey = event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented
      if (isOtherKey || isTyping(event.target) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      ref.current?.focus()
      ref.current?.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [ref, key])
}

type Props = {
  label: string
  value: string
  /**
   * Called when the user pauses typing or presses Enter, and with an empty text when the user clears the field. Must be
   * the same function in each render.
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
    // The first Escape only clears the text. A second Escape can close a surrounding dialog.
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
