import { useEffect, useRef, useState } from 'react'
import { logFailure } from '../../../lib/log.ts'
import type { TestImage } from './backdrops.ts'

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
