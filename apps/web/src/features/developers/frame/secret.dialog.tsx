import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { MessageDialog } from '../../../ui/overlay/form-dialog.tsx'
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
  return (
    <MessageDialog title={title} onClose={onClose}>
      <p className={styles['text']}>{text}</p>
      <div className={styles['secret']}>
        <code>{secret}</code>
        <CopyButton text={secret} {...(onCopied && { onCopied })} />
      </div>
    </MessageDialog>
  )
}
