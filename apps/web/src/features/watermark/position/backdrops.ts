import { VARIANT_LONG_EDGE } from '@daymark/contracts'
import { orientationOf, type Size } from '@daymark/contracts/watermark'
import { useEffect, useRef, useState } from 'react'
import { variantUrl } from '../../../domain/photos/photo.ts'
import { logFailure } from '../../../lib/log.ts'
import type { Orientation } from './config-changes.tsx'
import type { SamplePhoto } from '../watermark.api.ts'
import type { Backdrop } from './watermarked-picture.tsx'

/** The kinds of background in the preview. */
export type BackdropChoice = 'photos' | 'light' | 'dark' | 'test'

/** A loaded picture from the user's device. */
export type TestImage = { src: string; size: Size }

/** The size of a plain background. */
const PLAIN_SIZES: Record<Orientation, Size> = {
  landscape: { width: 1500, height: 1000 },
  portrait: { width: 1000, height: 1500 },
}

/**
 * Returns a photo as background. Uses the medium variant, which is sharp in the preview and the most common one in
 * galleries.
 */
function photoBackdrop(photo: SamplePhoto): Backdrop {
  const scale = VARIANT_LONG_EDGE.md / Math.max(photo.width ?? 0, photo.height ?? 0, VARIANT_LONG_EDGE.md)
  const size = { width: Math.round((photo.width ?? 3) * scale), height: Math.round((photo.height ?? 2) * scale) }
  return { src: variantUrl(photo, 'md'), size }
}

/**
 * Returns a picture from the user's device as background: the whole picture if it has the given orientation (a square
 * picture counts as landscape), otherwise a crop of its center.
 */
function testImageBackdrop({ src, size }: TestImage, orientation: Orientation): Backdrop {
  const hasOrientation = (orientationOf(size) === 'portrait') === (orientation === 'portrait')
  return hasOrientation ? { src, size } : { src, size, cropTo: PLAIN_SIZES[orientation] }
}

/** Returns the background that the user chose, or a plain background if there is no picture for the choice. */
export function backdropFor(
  orientation: Orientation,
  choice: BackdropChoice,
  pictures: { photo: SamplePhoto | undefined; testImage: TestImage | null },
): Backdrop {
  const plainBackdrop = (surface: Backdrop['surface']): Backdrop => ({
    src: null,
    size: PLAIN_SIZES[orientation],
    surface,
  })
  if (choice === 'light' || choice === 'dark') return plainBackdrop(choice)
  if (choice === 'test' && pictures.testImage) return testImageBackdrop(pictures.testImage, orientation)
  return pictures.photo ? photoBackdrop(pictures.photo) : plainBackdrop('both')
}

async function loadPictureSize(src: string) {
  const image = new Image()
  image.src = src
  await image.decode()
  return { width: image.naturalWidth, height: image.naturalHeight }
}

/**
 * Loads a picture from the user's device for the preview, without uploading it. Calls `onUnreadable` if the browser
 * cannot decode the picture.
 */
export function useTestImage(file: File | null, onUnreadable: () => void): TestImage | null {
  const [loadedImage, setLoadedImage] = useState<{ file: File; image: TestImage } | null>(null)
  const latestOnUnreadable = useRef(onUnreadable)
  useEffect(() => {
    latestOnUnreadable.current = onUnreadable
  })
  useEffect(() => {
    if (!file) return
    const src = URL.createObjectURL(file)
    let isCurrentFile = true
    loadPictureSize(src).then(
      size => isCurrentFile && setLoadedImage({ file, image: { src, size } }),
      (reason: unknown) => {
        logFailure('The test image could not be read', reason)
        if (isCurrentFile) latestOnUnreadable.current()
      },
    )
    return () => {
      isCurrentFile = false
      URL.revokeObjectURL(src)
    }
  }, [file])
  return loadedImage && loadedImage.file === file ? loadedImage.image : null
}
