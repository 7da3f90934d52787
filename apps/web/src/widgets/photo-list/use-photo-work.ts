import { useCallback, useMemo, useState } from 'react'
import { useSelection } from '../photo-grid/selection/use-selection.ts'
import type { Photo } from '../../domain/photos/photo.ts'
import type { BulkActions } from './bulk/bulk-tools.tsx'
import { deleteSelected } from './bulk/delete-selected.actions.ts'
import type { OpenDialog } from './photo.dialogs.tsx'

/** The actions for listed photos: opening one, selecting some, and bulk actions. */
export function usePhotoWork(photos: readonly Photo[]) {
  const { selection, start, startWith, stop } = useSelection(useMemo(() => photos.map(({ id }) => id), [photos]))
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const open = useCallback(({ id }: Photo) => setDialog({ name: 'lightbox', id }), [])
  const hold = ({ id }: Photo) => startWith(id)
  const close = useCallback(() => setDialog(null), [])
  const selected = photos.filter(({ id }) => selection?.ids.has(id))
  const actions: BulkActions = {
    onTag: () => setDialog({ name: 'tag', photos: selected }),
    onAddToAlbum: () => setDialog({ name: 'album', photos: selected }),
    selected,
    onDelete: () => void deleteSelected(selected, stop),
    onCancel: stop,
  }
  return { selection, selected, start, stop, actions, dialog, open, hold, close }
}
