import { Heading, Tag, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useIsPhone } from '../../../lib/hooks/use-size.ts'
import { ActionBar } from '../../../ui/buttons/action-bar.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { showUndo } from '../../../ui/overlay/overlay-store.ts'
import type { Photo } from '../../../domain/photos/photo.ts'
import { RetrySelected } from '../../../widgets/photo-list/bulk/bulk-tools.tsx'
import { ReplaceSelected } from '../../../widgets/file-replacement/file-versions.tsx'
import { ShareSelected } from '../../../widgets/share-selection/share-selected.tsx'
import styles from '../album.module.css'
import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { MoveToSectionDialog } from '../sections/move-to-section.dialog.tsx'
import { undoRemoval, removeFromAlbum } from './remove-photos.actions.ts'

type SelectionBarProps = {
  album: AlbumWithPhotos
  selected: readonly Photo[]
  onTag: (photos: readonly Photo[]) => void
  onSelectionEnd: () => void
}

function confirmRemoval(count: number) {
  return window.confirm(
    count === 1
      ? 'Remove this photo from the album?'
      : `Remove ${count} photos from this album? (Does not delete files)`,
  )
}

/** The button that moves the selected photos to a section. Renders nothing if the album has no sections. */
function MoveSelected({ album, selected, onSelectionEnd }: Omit<SelectionBarProps, 'onTag'>) {
  const isPhone = useIsPhone()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  if (album.sections.length === 0) return null
  const buttonProps = { disabled: selected.length === 0, onClick: () => setIsDialogOpen(true) }
  return (
    <>
      {isPhone ? (
        <IconButton name="Move to Section…" {...buttonProps}>
          <Heading aria-hidden />
        </IconButton>
      ) : (
        <Button className={styles['bulk']} icon={<Heading aria-hidden />} {...buttonProps}>
          Move to Section…
        </Button>
      )}
      {isDialogOpen && (
        <MoveToSectionDialog
          album={album}
          photos={selected}
          onMoved={onSelectionEnd}
          onClose={() => setIsDialogOpen(false)}
        />
      )}
    </>
  )
}

/** L-AD-12: the actions for the selected photos. */
export function SelectionBar({ album, selected, onTag, onSelectionEnd }: SelectionBarProps) {
  const isPhone = useIsPhone()
  const remove = async () => {
    if (!confirmRemoval(selected.length)) return
    onSelectionEnd()
    const ids = selected.map(photo => photo.id)
    const removedIds = await removeFromAlbum(album.id, ids)
    if (removedIds.length)
      showUndo(
        removedIds.length === 1 ? '1 photo removed' : `${removedIds.length} photos removed`,
        () => void undoRemoval(album, removedIds),
      )
  }
  return (
    <ActionBar label="Selected photos" summary={`${selected.length} selected`}>
      <Button
        className={styles['bulk']}
        icon={!isPhone && <Tag aria-hidden />}
        disabled={selected.length === 0}
        onClick={() => onTag(selected)}
      >
        Tag Selected
      </Button>
      <MoveSelected album={album} selected={selected} onSelectionEnd={onSelectionEnd} />
      <ShareSelected selected={selected} onDone={onSelectionEnd} hasIcon={!isPhone} className={styles['bulk']} />
      {/* A phone has no space for this button. There, Replace Files in the menu matches files to photos by name. */}
      {!isPhone && <ReplaceSelected selected={selected} className={styles['bulk']} />}
      <RetrySelected selected={selected} onCancel={onSelectionEnd} />
      <Button
        appearance="danger"
        className={styles['bulk']}
        icon={!isPhone && <Trash2 aria-hidden />}
        disabled={selected.length === 0}
        onClick={() => void remove()}
      >
        Remove from Album
      </Button>
      {isPhone ? (
        <IconButton name="Cancel" onClick={onSelectionEnd}>
          <X aria-hidden />
        </IconButton>
      ) : (
        <Button appearance="quiet" onClick={onSelectionEnd}>
          Cancel
        </Button>
      )}
    </ActionBar>
  )
}
