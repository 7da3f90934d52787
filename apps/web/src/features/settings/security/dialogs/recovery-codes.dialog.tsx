import { COPIED_MS } from '@daymark/contracts'
import { copyText } from '../../../../lib/copy-text.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { useToast } from '../../../../ui/feedback/toast.tsx'
import { Modal } from '../../../../ui/overlay/modal.tsx'
import styles from '../security.module.css'

const fileOf = (codes: string[]) =>
  `Recovery codes for Daymark (${window.location.host})\nEach of them signs you in once, after your password.\n\n${codes.join('\n')}\n`

/** Shown this once: the server keeps digests. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const showToast = useToast()
  const copy = async () => {
    if (await copyText(codes.join('\n'))) showToast('Codes copied!', COPIED_MS)
    else window.prompt('Copy these codes:', codes.join(' '))
  }
  const save = () => saveFile(new File([fileOf(codes)], 'daymark-recovery-codes.txt', { type: 'text/plain' }))
  const actions = (
    <>
      <Button onClick={() => void copy()}>Copy</Button>
      <Button onClick={save}>Download</Button>
      <Button look="primary" onClick={onClose}>
        Done
      </Button>
    </>
  )
  return (
    <Modal title="Recovery codes" onClose={onClose} actions={actions} hideClose>
      <div className={styles['form']}>
        <p className={styles['text']}>
          Keep these where you find them without your phone. Each one signs you in once, after your password. They are
          not shown again.
        </p>
        <ul className={styles['codes']} aria-label="Recovery codes">
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}
