import { Button } from '../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import styles from './frame.module.css'

/** Shows a new secret once, with a copy button. */
export function SecretDialog(props: {
  title: string
  text: string
  secret: string
  onCopied?: () => void
  onClose: () => void
}) {
  const { title, text, secret, onCopied, onClose } = props
  const done = (
    <Button look="primary" onClick={onClose}>
      Done
    </Button>
  )
  return (
    <Modal title={title} onClose={onClose} actions={done}>
      <p className={styles['text']}>{text}</p>
      <div className={styles['secret']}>
        <code>{secret}</code>
        <CopyButton text={secret} {...(onCopied && { onCopied })} />
      </div>
    </Modal>
  )
}
