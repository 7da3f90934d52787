import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import styles from './masonry.module.css'

/** Resolves once the browser can paint a loaded picture. Until then the placeholder must stay visible. */
export const waitUntilDecoded = (image: HTMLImageElement) =>
  image.decode?.().catch(() => undefined) ?? Promise.resolve()

type Props = { picture: HTMLImageElement; onSettled?: (() => void) | undefined }

/**
 * Moves a picture of the server-rendered first screen into the application. Node loads this file to render that screen, so
 * it must not import `picture.tsx`, which needs a document.
 */
export function FirstPicture({ picture, onSettled }: Props) {
  const ref = useRef<HTMLSpanElement>(null)
  const settle = useEffectEvent(() => onSettled?.())
  useLayoutEffect(() => {
    // Moves the whole picture element with its sources, because a phone would load the desktop variant otherwise.
    ref.current?.append(picture.closest('picture') ?? picture)
    void waitUntilDecoded(picture).then(settle)
  }, [picture])
  return <span ref={ref} className={styles['first']} />
}
