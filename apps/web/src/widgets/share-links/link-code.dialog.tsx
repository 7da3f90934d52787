import type { http } from '@daymark/contracts'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { saveFile } from '../../lib/copy-and-save.ts'
import { logFailure } from '../../lib/log.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Modal } from '../../ui/overlay/modal.tsx'
import { encodeQrModules, svgPathOf, QrCode } from '../../ui/qr/qr-code.tsx'
import styles from './share-link.module.css'

/** The address of a link as a QR code for cards, prints and screens. */
export function LinkCodeDialog({ share, onClose }: { share: http.Share; onClose: () => void }) {
  const modules = useMemo(() => encodeQrModules(share.url), [share.url])
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

/** Large enough for print: about 600 px for a usual address. */
const PIXELS = 16

/** A vector file that prints sharp at any size. */
function svgFile(modules: boolean[][]): Blob {
  const size = modules.length
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="white"/><path d="${svgPathOf(modules)}"/></svg>`
  return new Blob([svg], { type: 'image/svg+xml' })
}

/** A bitmap for programs without SVG support. */
function pngFile(modules: boolean[][]): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = modules.length * PIXELS
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = 'black'
  modules.forEach((row, y) =>
    row.forEach((isDark, x) => isDark && context.fillRect(x * PIXELS, y * PIXELS, PIXELS, PIXELS)),
  )
  return new Promise(resolve => canvas.toBlob(resolve, 'image/png'))
}
