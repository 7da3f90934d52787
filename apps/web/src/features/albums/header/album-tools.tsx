import {
  ArrowDownUp,
  CheckSquare,
  Ellipsis,
  GripVertical,
  Heading,
  ImagePlus,
  Pencil,
  TextCursorInput,
  Trash2,
  Upload,
} from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Menu, type MenuItem } from '../../../ui/overlay/menu.tsx'
import { LockIcon } from '../../../widgets/plan/locked-feature.tsx'
import styles from '../album.module.css'

type AlbumHandlers = {
  onUpload: () => void
  onAddExisting: () => void
  onSelect: () => void
  onRearrange: () => void
  onReverse: () => void
  onOrderByCapture: () => void
  onEditInfo: () => void
  onEditCover: () => void
  onAddSection: () => void
  onBatchRename: () => void
  onReplaceFiles: () => void
  onDelete: () => void
}
export type AlbumActionProps = AlbumHandlers & {
  isPhone: boolean
  hasPhotos: boolean
  isFavorites: boolean
  isRenameLocked: boolean
}

/** The buttons that upload photos or pick them from the library. The upload is the primary action of the page. */
export function AddPhotosButtons({
  onUpload,
  onAddExisting,
  wide = false,
}: Pick<AlbumActionProps, 'onUpload' | 'onAddExisting'> & { wide?: boolean }) {
  return (
    <>
      <Button appearance="primary" wide={wide} icon={<Upload aria-hidden />} onClick={onUpload}>
        Upload to Album
      </Button>
      <Button wide={wide} icon={<ImagePlus aria-hidden />} onClick={onAddExisting}>
        Add Existing Photos
      </Button>
    </>
  )
}

/**
 * L-AD-05, L-AD-06: returns the items of the More menu. Batch Rename is locked if the plan does not include it, and
 * missing for Favorites.
 */
function listMoreMenuItems(props: AlbumActionProps): MenuItem[] {
  const {
    isPhone,
    hasPhotos,
    isFavorites,
    isRenameLocked,
    onEditInfo,
    onEditCover,
    onAddSection,
    onBatchRename,
    onReplaceFiles,
    onReverse,
    onOrderByCapture,
    onDelete,
  } = props
  const items: (MenuItem | false)[] = [
    isPhone && { label: 'Edit Info', icon: <Pencil aria-hidden />, onSelect: onEditInfo },
    { label: 'Gallery Cover', icon: <ImagePlus aria-hidden />, disabled: !hasPhotos, onSelect: onEditCover },
    !isFavorites && { label: 'Add Section', icon: <Heading aria-hidden />, onSelect: onAddSection },
    !isFavorites && {
      label: 'Batch Rename',
      icon: isRenameLocked ? <LockIcon /> : <TextCursorInput aria-hidden />,
      disabled: !isRenameLocked && !hasPhotos,
      onSelect: onBatchRename,
    },
    { label: 'Replace Files', icon: <Upload aria-hidden />, disabled: !hasPhotos, onSelect: onReplaceFiles },
    {
      label: 'Order by Capture Time',
      icon: <ArrowDownUp aria-hidden />,
      disabled: !hasPhotos,
      onSelect: onOrderByCapture,
    },
    { label: 'Reverse Order', icon: <ArrowDownUp aria-hidden />, disabled: !hasPhotos, onSelect: onReverse },
    // A separator precedes the destructive action.
    !isFavorites && {
      label: 'Delete Album',
      icon: <Trash2 aria-hidden />,
      danger: true,
      startsGroup: true,
      onSelect: onDelete,
    },
  ]
  return items.filter(item => item !== false)
}

export const MoreActionsMenu = (props: AlbumActionProps) => (
  <Menu name="More actions" icon={<Ellipsis aria-hidden />} items={listMoreMenuItems(props)} />
)

/**
 * The toolbar with the frequent actions for the photos. On a phone, `AlbumPanels` contains the buttons that add
 * photos.
 */
export function AlbumToolbar(props: AlbumActionProps) {
  const { isPhone, hasPhotos, onSelect, onRearrange, onUpload, onAddExisting } = props
  const appearance = isPhone ? 'plain' : 'quiet'
  return (
    <div className={`wrap align-items-center ${styles['toolbar']}`}>
      {!isPhone && <AddPhotosButtons onUpload={onUpload} onAddExisting={onAddExisting} />}
      <Button appearance={appearance} icon={<CheckSquare aria-hidden />} disabled={!hasPhotos} onClick={onSelect}>
        Select Images
      </Button>
      <Button appearance={appearance} icon={<GripVertical aria-hidden />} disabled={!hasPhotos} onClick={onRearrange}>
        Rearrange Photos
      </Button>
      {!isPhone && <MoreActionsMenu {...props} />}
    </div>
  )
}
