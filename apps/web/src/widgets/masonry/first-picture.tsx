import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import styles from './masonry.module.css'

/** Loaded is not yet painted: a large picture is decoded first, and until then the placeholder has to stay. */
export const whenDecoded = (image: HTMLImageElement) => image.decode?.().catch(() => undefined) ?? Promise.resolve()

type Props = { picture: HTMLImageElement; onSettled?: (() => void) | undefined }

/** A picture of the first screen in its place in the application. */
export function FirstPicture({ picture, onSettled }: Props) {
  const ref = useRef<HTMLSpanElement>(null)
  const settle = useEffectEvent(() => onSettled?.())
  useLayoutEffect(() => {
    // With its sources: without them a phone would load the picture for other screens.
    ref.current?.append(picture.closest('picture') ?? picture)
    void whenDecoded(picture).then(settle)
  }, [picture])
  return <span ref={ref} className={styles['first']} />
}
