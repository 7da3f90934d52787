import { lazy, Suspense } from 'react'
import type { Photo } from '../../domain/photos/photo.ts'

const Lightbox = lazy(async () => ({ default: (await import('../lightbox/lightbox.tsx')).Lightbox }))
const AlbumPicker = lazy(async () => ({ default: (await import('../pickers/album-picker.tsx')).AlbumPicker }))
const TagPicker = lazy(async () => ({ default: (await import('../pickers/tag-picker.tsx')).TagPicker }))

export type OpenDialog = { name: 'lightbox'; id: string } | { name: 'album' | 'tag'; photos: readonly Photo[] }

type Props = {
  open: OpenDialog | null
  photos: readonly Photo[]
  onClose: () => void
  /** The selection is cleared after a bulk add to album or tag (L-PHOTO-17). */
  onBulkDone: () => void
}

/** The open dialog of a list of photos; each is loaded on first use. */
export function PhotoDialogs(props: Props) {
  return <Suspense>{props.open && <Dialog {...props} open={props.open} />}</Suspense>
}

function Dialog({ open, photos, onClose, onBulkDone }: Props & { open: OpenDialog }) {
  if (open.name === 'lightbox') return <Lightbox photos={photos} openId={open.id} onClose={onClose} />
  const Picker = open.name === 'album' ? AlbumPicker : TagPicker
  const onDone = () => {
    onClose()
    onBulkDone()
  }
  return <Picker photoIds={open.photos.map(({ id }) => id)} onDone={onDone} onClose={onClose} />
}
