import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import styles from './masonry.module.css'

/** Resolves once the browser can paint a loaded picture. Until then the placeholder must stay visible. */
export const waitUntilDecoded = (image: HTMLImageElement) =>
  image.decode?.().catch(() => undefined) ?? Promise.resolve()

type Props = { picture: HTMLImageElement; onSettled?: (() => void) | undefined }

/**
 * Uses a picture element of the server-rendered first screen in the application. This file must not import
 * `picture.tsx`, which needs a document: Node loads this file to render the first screen.
 */
export function FirstPicture({ picture, onSettled }: Props) {
  const ref = useRef<HTMLSpanElement>(null)
  const callOnSettled = useEffectEvent(() => onSettled?.())
  useLayoutEffect(() => {
    // Moves the whole `picture` element with its sources. With the `img` element alone, a phone would load the desktop
    // variant.
    ref.current?.append(picture.closest('picture') ?? picture)
    void waitUntilDecoded(picture).then(callOnSettled)
  }, [picture])
  return <span ref={ref} className={styles['first']} />
}
