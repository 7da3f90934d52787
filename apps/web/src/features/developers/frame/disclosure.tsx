import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import styles from './frame.module.css'

/** A list that is collapsed on phones: a line shows the selected item and opens the list. */
export function Disclosure(props: {
  summary: ReactNode
  startsOpen?: boolean
  children: (close: () => void) => ReactNode
}) {
  const { summary, startsOpen = false, children } = props
  const [isOpen, setOpen] = useState(startsOpen)
  return (
    <details
      className={`surface ${styles['disclosure']}`}
      open={isOpen}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary className="summary">
        {summary}
        <ChevronDown aria-hidden className="chevron" />
      </summary>
      <div className={styles['content']}>{children(() => setOpen(false))}</div>
    </details>
  )
}
