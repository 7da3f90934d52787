import { saveFile } from '../../../../lib/save-file.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Modal } from '../../../../ui/overlay/modal.tsx'
import { copyWithToast } from '../../../../ui/feedback/copy.tsx'
import styles from '../security.module.css'

const fileOf = (codes: string[]) =>
  `Recovery codes for Daymark (${window.location.host})\nEach of them signs you in once, after your password.\n\n${codes.join('\n')}\n`

/** The only time the codes are shown: the server stores only their digests. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const copy = () => copyWithToast(codes.join('\n'), 'Codes copied!')
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
          Store these where you can find them without your phone. Each code signs you in once, after your password. They
          are not shown again.
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
