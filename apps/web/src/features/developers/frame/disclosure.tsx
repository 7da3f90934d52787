import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import styles from './frame.module.css'

/** A list for phones that is hidden behind a line with the selected item. */
export function Disclosure(props: {
  summary: ReactNode
  startsOpen?: boolean
  children: (close: () => void) => ReactNode
}) {
  const { summary, startsOpen = false, children } = props
  const [isOpen, setOpen] = useState(startsOpen)
  return (
    <details className={styles['folded']} open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className={styles['summary']}>
        {summary}
        <ChevronDown aria-hidden />
      </summary>
      <div className={styles['content']}>{children(() => setOpen(false))}</div>
    </details>
  )
}
