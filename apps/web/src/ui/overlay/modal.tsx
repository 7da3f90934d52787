import { X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import styles from './modal.module.css'
import { useDialog } from './use-dialog.ts'

/**
 * A modal dialog: centered on a desktop, at the bottom of the screen on a phone. It is open while the component is
 * mounted.
 */
export function Modal(props: {
  title: string
  onClose: () => void
  children: ReactNode
  /** The buttons below the body. They stay visible while the body scrolls. */
  actions?: ReactNode
  size?: 'normal' | 'wide'
  /** Hides the close button, in dialogs that the user must confirm with a button such as 'I Understand'. */
  hideClose?: boolean
}) {
  const { title, onClose, children, actions, size = 'normal', hideClose = false } = props
  const ref = useDialog(onClose)
  const id = useId()
  return (
    <dialog ref={ref} aria-labelledby={id} className={classNames(styles['modal'], styles[size])}>
      <div className={styles['frame']}>
        <header className={styles['header']}>
          <h2 id={id} className={styles['title']}>
            {title}
          </h2>
          {!hideClose && (
            <IconButton name="Close" onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          )}
        </header>
        <div className={styles['body']}>{children}</div>
        {actions && <footer className={styles['actions']}>{actions}</footer>}
      </div>
    </dialog>
  )
}
