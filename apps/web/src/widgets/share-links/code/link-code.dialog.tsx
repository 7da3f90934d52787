import type { http } from '@daymark/contracts'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { logFailure } from '../../../lib/log.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { modulesOf, pathOf, pngFile, svgFile } from './link-code.ts'
import styles from './link-code.module.css'

/** The address of a link as a code for cards, prints and screens. It is dark on white in both themes: so it can be read. */
export function LinkCodeDialog({ share, onClose }: { share: http.Share; onClose: () => void }) {
  const modules = useMemo(() => modulesOf(share.url), [share.url])
  const name = `QR ${share.slug ?? share.token.slice(0, 8)}`
  const save = (file: Blob, kind: string) => saveFile(new File([file], `${name}.${kind}`, { type: file.type }))
  const savePng = async () => {
    const file = await pngFile(modules)
    if (file) save(file, 'png')
    else logFailure('The code could not be drawn', new Error('no picture'))
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
        <svg role="img" aria-label={`QR code of ${share.url}`} viewBox={`0 0 ${modules.length} ${modules.length}`}>
          <path d={pathOf(modules)} />
        </svg>
        <p>{share.url.replace(/^https?:\/\//, '')}</p>
      </div>
    </Modal>
  )
}
