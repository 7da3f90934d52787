import type { http } from '@daymark/contracts'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { saveFile } from '../../lib/copy-and-save.ts'
import { logFailure } from '../../lib/log.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Modal } from '../../ui/overlay/modal.tsx'
import { encodeQrModules, svgPathOf, QrCode } from '../../ui/qr/qr-code.tsx'
import styles from './share-link.module.css'

/** Shows the URL of a link as a QR code that the user can download. */
export function LinkCodeDialog({ share, onClose }: { share: http.Share; onClose: () => void }) {
  const modules = useMemo(() => encodeQrModules(share.url), [share.url])
  const fileName = `QR ${share.slug ?? share.token.slice(0, 8)}`
  const save = (file: Blob, extension: string) =>
    saveFile(new File([file], `${fileName}.${extension}`, { type: file.type }))
  const savePng = async () => {
    const file = await createPngFile(modules)
    if (file) save(file, 'png')
    else logFailure('The QR code could not be created', new Error('no picture'))
  }
  const actions = (
    <>
      <Button icon={<Download aria-hidden />} onClick={() => save(createSvgFile(modules), 'svg')}>
        SVG
      </Button>
      <Button icon={<Download aria-hidden />} appearance="primary" onClick={() => void savePng()}>
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

/** The code of a typical URL is about 600 px wide, which is enough for print. */
const PIXELS_PER_MODULE = 16

/** Creates a vector file, which is sharp at any size. */
function createSvgFile(modules: boolean[][]): Blob {
  const size = modules.length
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="white"/><path d="${svgPathOf(modules)}"/></svg>`
  return new Blob([svg], { type: 'image/svg+xml' })
}

/** Creates a bitmap file, for programs without SVG support. */
function createPngFile(modules: boolean[][]): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = modules.length * PIXELS_PER_MODULE
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = 'black'
  context.scale(PIXELS_PER_MODULE, PIXELS_PER_MODULE)
  context.fill(new Path2D(svgPathOf(modules)))
  return new Promise(resolve => canvas.toBlob(resolve, 'image/png'))
}
