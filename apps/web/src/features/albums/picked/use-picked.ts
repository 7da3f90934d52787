import { useMemo, useState } from 'react'
import type { AlbumWithPhotos } from '../album.queries.ts'

/** The photos of an album: all, or only what somebody picked. */
export function usePicked({ images }: AlbumWithPhotos) {
  const [picked, onFilter] = useState<ReadonlySet<string> | null>(null)
  const shown = useMemo(() => (picked ? images.filter(({ id }) => picked.has(id)) : images), [images, picked])
  return { shown, onFilter }
}
