import type { http } from '@daymark/contracts'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { logFailure } from '../../../lib/log.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { modulesOf } from '../../../ui/qr/qr.ts'
import { QrCode } from '../../../ui/qr/qr-code.tsx'
import { pngFile, svgFile } from './link-code.ts'
import styles from './link-code.module.css'

/** The address of a link as a QR code for cards, prints and screens. */
export function LinkCodeDialog({ share, onClose }: { share: http.Share; onClose: () => void }) {
  const modules = useMemo(() => modulesOf(share.url), [share.url])
  const name = `QR ${share.slug ?? share.token.slice(0, 8)}`
  const save = (file: Blob, ending: string) => saveFile(new File([file], `${name}.${ending}`, { type: file.type }))
  const savePng = async () => {
    const file = await pngFile(modules)
    if (file) save(file, 'png')
    else logFailure('The QR code could not be created', new Error('no picture'))
  }
  const actions = (
    <>
      <Button icon={<Download aria-hidden />} onClick={() => save(svgFile(modules), 'svg')}>
        SVG
      </Button>
      <Button icon={<Download aria-hidden />} look="primary" onClick={() => void savePng()}>
        PNG
      </Button>
    </>
  )
  return (
    <Modal title="QR code" onClose={onClose} actions={actions}>
      <div className={styles['card']}>
        <QrCode modules={modules} label={`QR code of ${share.url}`} />
        <p>{share.url.replace(/^https?:\/\//, '')}</p>
      </div>
    </Modal>
  )
}
