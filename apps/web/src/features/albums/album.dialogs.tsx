import { Suspense } from 'react'
import type { Photo } from '../../domain/photos/photo.ts'
import type { AlbumWithPhotos } from '../../domain/albums/albums.queries.ts'
import { lazyOf } from '../../lib/lazy.ts'

const Lightbox = lazyOf(() => import('../../widgets/lightbox/lightbox.tsx'), 'Lightbox')
const TagPicker = lazyOf(() => import('../../widgets/pickers/tag-picker.tsx'), 'TagPicker')
const BatchRenameDialog = lazyOf(() => import('./batch-rename/batch-rename.dialog.tsx'), 'BatchRenameDialog')
const DeleteAlbumDialog = lazyOf(() => import('./header/edit-album.tsx'), 'DeleteAlbumDialog')

const ReplaceFilesDialog = lazyOf(
  () => import('../../widgets/file-replacement/replace-files.dialog.tsx'),
  'ReplaceFilesDialog',
)
const CoverDialog = lazyOf(() => import('./cover/cover.dialog.tsx'), 'CoverDialog')
const CaptureOrderDialog = lazyOf(() => import('./capture-order/capture-order.dialog.tsx'), 'CaptureOrderDialog')
const SectionDialog = lazyOf(() => import('./sections/sectioned-photos.tsx'), 'SectionDialog')

export type OpenDialog =
  | { name: 'photo'; id: string }
  | { name: 'tag'; photos: readonly Photo[] }
  | { name: 'rename' | 'replace' | 'cover' | 'section' | 'capture' | 'delete' }

type AlbumDialogsProps = {
  open: OpenDialog | null
  album: AlbumWithPhotos
  /** The photos that pass the filter of the page. */
  shownPhotos: readonly Photo[]
  onClose: () => void
  onTagged: () => void
}

function OpenAlbumDialog({ open, album, shownPhotos, onClose, onTagged }: AlbumDialogsProps & { open: OpenDialog }) {
  switch (open.name) {
    case 'photo':
      return <Lightbox photos={shownPhotos} openId={open.id} onClose={onClose} />
    case 'tag':
      return <TagPicker photoIds={open.photos.map(photo => photo.id)} onDone={onTagged} onClose={onClose} />
    case 'rename':
      return <BatchRenameDialog albumId={album.id} photos={album.images} onClose={onClose} />
    case 'replace':
      return <ReplaceFilesDialog photos={album.images} onClose={onClose} />
    case 'cover':
      return <CoverDialog album={album} onClose={onClose} />
    case 'section':
      return <SectionDialog album={album} section={null} onClose={onClose} />
    case 'capture':
      return <CaptureOrderDialog album={album} onClose={onClose} />
    case 'delete':
      return <DeleteAlbumDialog album={album} onClose={onClose} />
  }
}

/** Renders the open dialog. The code of each dialog is loaded on first use. */
export function AlbumDialogs(props: AlbumDialogsProps) {
  return <Suspense>{props.open && <OpenAlbumDialog {...props} open={props.open} />}</Suspense>
}
