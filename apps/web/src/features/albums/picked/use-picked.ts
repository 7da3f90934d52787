import { useMemo, useState } from 'react'
import type { AlbumWithPhotos } from '../../../domain/albums/whole-album.ts'

/** `onFilter` receives the ids to show; null: all. */
export type PickedProps = { albumId: string; onFilter: (ids: ReadonlySet<string> | null) => void }

/** The photos of an album: all, or only the picked ones. */
export function usePicked({ images }: AlbumWithPhotos) {
  const [picked, onFilter] = useState<ReadonlySet<string> | null>(null)
  const shown = useMemo(() => (picked ? images.filter(({ id }) => picked.has(id)) : images), [images, picked])
  return { shown, onFilter }
}
