import { VARIANT_LONG_EDGE } from '@daymark/contracts'
import { orientationOf, type Size } from '@daymark/contracts/watermark'
import { useEffect, useRef, useState } from 'react'
import { variantUrl } from '../../../domain/photos/photo.ts'
import { logFailure } from '../../../lib/log.ts'
import type { Orientation } from './config-changes.tsx'
import type { SamplePhoto } from './sample-photos.queries.ts'
import type { Backdrop } from './watermarked-picture.tsx'

/** The backgrounds for the preview. */
export type BackdropChoice = 'photos' | 'light' | 'dark' | 'test'

/** A picture of the user's device; its size is known once the browser has loaded it. */
export type TestImage = { src: string; size: Size }

const PAPER: Record<Orientation, Size> = {
  landscape: { width: 1500, height: 1000 },
  portrait: { width: 1000, height: 1500 },
}

/** The medium size: sharp in the preview, and the most common size in galleries. */
function ofPhoto(photo: SamplePhoto): Backdrop {
  const scale = VARIANT_LONG_EDGE.md / Math.max(photo.width ?? 0, photo.height ?? 0, VARIANT_LONG_EDGE.md)
  const size = { width: Math.round((photo.width ?? 3) * scale), height: Math.round((photo.height ?? 2) * scale) }
  return { src: variantUrl(photo, 'md'), size }
}

/** The whole picture if it has the wanted orientation (square counts as landscape); else a crop of its middle. */
function ofTestImage({ src, size }: TestImage, orientation: Orientation): Backdrop {
  const fits = (orientationOf(size) === 'portrait') === (orientation === 'portrait')
  return fits ? { src, size } : { src, size, cropTo: PAPER[orientation] }
}

/** The chosen picture, or paper. */
export function backdropFor(
  orientation: Orientation,
  choice: BackdropChoice,
  pictures: { photo: SamplePhoto | undefined; testImage: TestImage | null },
): Backdrop {
  const paper = (kind: Backdrop['paper']): Backdrop => ({ src: null, size: PAPER[orientation], paper: kind })
  if (choice === 'light' || choice === 'dark') return paper(choice)
  if (choice === 'test' && pictures.testImage) return ofTestImage(pictures.testImage, orientation)
  return pictures.photo ? ofPhoto(pictures.photo) : paper('both')
}

async function sizeOf(src: string) {
  const image = new Image()
  image.src = src
  await image.decode()
  return { width: image.naturalWidth, height: image.naturalHeight }
}

/** A local picture for the preview, which is never uploaded. `onUnreadable`: the browser cannot decode it. */
export function useTestImage(file: File | null, onUnreadable: () => void): TestImage | null {
  const [known, setKnown] = useState<{ file: File; image: TestImage } | null>(null)
  const giveUp = useRef(onUnreadable)
  useEffect(() => {
    giveUp.current = onUnreadable
  })
  useEffect(() => {
    if (!file) return
    const src = URL.createObjectURL(file)
    let isWanted = true
    sizeOf(src).then(
      size => isWanted && setKnown({ file, image: { src, size } }),
      (reason: unknown) => {
        logFailure('The test image could not be read', reason)
        if (isWanted) giveUp.current()
      },
    )
    return () => {
      isWanted = false
      URL.revokeObjectURL(src)
    }
  }, [file])
  return known && known.file === file ? known.image : null
}
