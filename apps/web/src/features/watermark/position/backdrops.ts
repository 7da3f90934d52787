import { isStrip, variantEdge } from '@daymark/contracts'
import { shapeOf, type Size } from '@daymark/contracts/watermark'
import { variantUrl } from '../../../domain/photos/photo.ts'
import type { Orientation } from './config-changes.ts'
import type { SamplePhoto } from './sample-photos.queries.ts'
import type { Backdrop } from './watermarked-picture.tsx'

/** What the watermark is tried on. */
export type BackdropChoice = 'photos' | 'light' | 'dark' | 'test'

/** A picture of the person's device; its size is known once the browser has read it. */
export type TestImage = { src: string; size: Size }

const PAPER: Record<Orientation, Size> = {
  landscape: { width: 1500, height: 1000 },
  portrait: { width: 1000, height: 1500 },
}

/** The medium size: sharp in the preview, and what visitors see most. Of a strip its middle. */
function ofPhoto(photo: SamplePhoto, orientation: Orientation): Backdrop {
  const { width = null, height = null } = photo
  const shape = width && height ? { width, height } : PAPER.landscape
  const scale = Math.min(1, variantEdge('md', shape) / Math.max(shape.width, shape.height))
  const size = { width: Math.round(shape.width * scale), height: Math.round(shape.height * scale) }
  return { src: variantUrl(photo, 'md'), size, ...(isStrip(shape) && { cropTo: PAPER[orientation] }) }
}

/** Whole where its shape is the one asked for (square photos stand with landscape ones); else its middle, in that shape. */
export function ofTestImage({ src, size }: TestImage, orientation: Orientation): Backdrop {
  const fits = (shapeOf(size) === 'portrait') === (orientation === 'portrait')
  return fits ? { src, size } : { src, size, cropTo: PAPER[orientation] }
}

/** The picture that is chosen, or paper where there is none. */
export function backdropFor(
  orientation: Orientation,
  choice: BackdropChoice,
  pictures: { photo: SamplePhoto | undefined; testImage: TestImage | null },
): Backdrop {
  const paper = (kind: Backdrop['paper']): Backdrop => ({ src: null, size: PAPER[orientation], paper: kind })
  if (choice === 'light' || choice === 'dark') return paper(choice)
  if (choice === 'test' && pictures.testImage) return ofTestImage(pictures.testImage, orientation)
  return pictures.photo ? ofPhoto(pictures.photo, orientation) : paper('both')
}
