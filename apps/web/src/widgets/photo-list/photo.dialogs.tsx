import { Suspense, useCallback, useMemo, useState } from 'react'
import { deletePhotos } from '../../domain/photos/photo.actions.ts'
import type { Photo } from '../../domain/photos/photo.ts'
import { lazyOf } from '../../lib/lazy.ts'
import { useSelection } from '../photo-grid/selection/use-selection.ts'
import type { BulkActions } from './bulk/bulk-tools.tsx'

/**
 * L-VAL-10, 11: deletes the selected photos after a confirmation. Calls `onStart` after the confirmation.
 */
async function deleteSelected(photos: readonly Photo[], onStart: () => void) {
  const question =
    photos.length === 1
      ? 'Delete this photo? This cannot be undone.'
      : `Delete ${photos.length} photos? This cannot be undone.`
  if (!window.confirm(question)) return
  onStart()
  await deletePhotos(photos)
}

const Lightbox = lazyOf(() => import('../lightbox/lightbox.tsx'), 'Lightbox')
const AlbumPicker = lazyOf(() => import('../pickers/album-picker.tsx'), 'AlbumPicker')
const TagPicker = lazyOf(() => import('../pickers/tag-picker.tsx'), 'TagPicker')

type OpenDialog = { name: 'lightbox'; id: string } | { name: 'album' | 'tag'; photos: readonly Photo[] }

type Props = {
  open: OpenDialog | null
  photos: readonly Photo[]
  onClose: () => void
  /** L-PHOTO-17: called after the selected photos were added to an album or tagged. */
  onBulkDone: () => void
}

/** Shows the open dialog of a list of photos. Each dialog is loaded on first use. */
export function PhotoDialogs(props: Props) {
  return <Suspense>{props.open && <OpenPhotoDialog {...props} open={props.open} />}</Suspense>
}

function OpenPhotoDialog({ open, photos, onClose, onBulkDone }: Props & { open: OpenDialog }) {
  if (open.name === 'lightbox') return <Lightbox photos={photos} openId={open.id} onClose={onClose} />
  const Picker = open.name === 'album' ? AlbumPicker : TagPicker
  const onDone = () => {
    onClose()
    onBulkDone()
  }
  return <Picker photoIds={open.photos.map(({ id }) => id)} onDone={onDone} onClose={onClose} />
}

/** The state and actions of a list of photos: the open dialog, the selection and the bulk actions. */
export function usePhotoActions(photos: readonly Photo[]) {
  const { selection, start, startWith, stop } = useSelection(useMemo(() => photos.map(({ id }) => id), [photos]))
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const open = useCallback(({ id }: Photo) => setDialog({ name: 'lightbox', id }), [])
  const startSelectionWith = ({ id }: Photo) => startWith(id)
  const close = useCallback(() => setDialog(null), [])
  const selected = photos.filter(({ id }) => selection?.ids.has(id))
  const actions: BulkActions = {
    onTag: () => setDialog({ name: 'tag', photos: selected }),
    onAddToAlbum: () => setDialog({ name: 'album', photos: selected }),
    selected,
    onDelete: () => void deleteSelected(selected, stop),
    onCancel: stop,
  }
  return { selection, selected, start, stop, actions, dialog, open, startSelectionWith, close }
}
