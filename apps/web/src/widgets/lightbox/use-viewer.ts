import { useEffect, useRef, useState } from 'react'
import { showPlace } from '../../lib/place.ts'
import { wrapIndex } from './stage/carousel-position.ts'

export type Viewer<T> = {
  photo: T | undefined
  index: number
  /** Counts moves without wrapping, so that a slide keeps its identity when the last photo is followed by the first. */
  position: number
  move: (by: number) => void
  show: (index: number) => void
}

/**
 * The current photo; closing the viewer scrolls the page to it. It follows the photo, not the index: other photos may be
 * added or removed while the viewer is open.
 */
export function useViewer<T extends { id: string }>(photos: readonly T[], openId: string): Viewer<T> {
  const [at, setAt] = useState(() => {
    const index = Math.max(
      0,
      photos.findIndex(photo => photo.id === openId),
    )
    return { id: openId, index, position: index }
  })
  const found = photos.findIndex(photo => photo.id === at.id)
  // The photo itself was deleted: shows the one at its index, or the last.
  const index = found >= 0 ? found : Math.max(0, Math.min(at.index, photos.length - 1))
  usePlaceOf(photos[index]?.id ?? openId, openId)
  const go = (to: number, position: number) => {
    const photo = photos[to]
    if (photo) setAt({ id: photo.id, index: to, position })
  }
  return {
    photo: photos[index],
    index,
    position: at.position,
    move: by => go(wrapIndex(index + by, photos.length), at.position + by),
    show: to => go(to, at.position + to - index),
  }
}

function usePlaceOf(id: string, openId: string) {
  const last = useRef(id)
  const first = useRef(openId)
  useEffect(() => {
    last.current = id
  }, [id])
  useEffect(
    () => () => {
      if (last.current !== first.current) showPlace(last.current)
    },
    [],
  )
}
