import {
  ArrowDownUp,
  CheckSquare,
  Ellipsis,
  GripVertical,
  ImagePlus,
  Lock,
  Pencil,
  TextCursorInput,
  Trash2,
  Upload,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import styles from './album.module.css'

export type AlbumActionHandlers = {
  onUpload: () => void
  onPick: () => void
  onSelect: () => void
  onRearrange: () => void
  onReverse: () => void
  onEditInfo: () => void
  onBatchRename: () => void
  onDelete: () => void
}
export type AlbumActionProps = AlbumActionHandlers & {
  isPhone: boolean
  hasPhotos: boolean
  isFavorites: boolean
  isRenameLocked: boolean
}
type Props = AlbumActionProps

/** The two ways photos come into the album; the first is what the page is for. */
export function AddPhotosButtons({
  onUpload,
  onPick,
  wide = false,
}: Pick<Props, 'onUpload' | 'onPick'> & { wide?: boolean }) {
  return (
    <>
      <Button look="primary" wide={wide} icon={<Upload aria-hidden />} onClick={onUpload}>
        Upload to Album
      </Button>
      <Button wide={wide} icon={<ImagePlus aria-hidden />} onClick={onPick}>
        Add Existing Photos
      </Button>
    </>
  )
}

type Item = MenuItem & { icon: ReactNode }

/** L-AD-05, L-AD-06: Batch Rename is locked rather than hidden where the plan lacks it, and absent for Favorites. */
function manageItems(props: Props): Item[] {
  const { hasPhotos, isFavorites, isRenameLocked, onEditInfo, onBatchRename, onDelete } = props
  const edit: Item = { label: 'Edit Info', icon: <Pencil aria-hidden />, onSelect: onEditInfo }
  if (isFavorites) return [edit]
  const rename: Item = {
    label: 'Batch Rename',
    icon: isRenameLocked ? <Lock aria-label="Locked" /> : <TextCursorInput aria-hidden />,
    disabled: !isRenameLocked && !hasPhotos,
    onSelect: onBatchRename,
  }
  return [edit, rename, { label: 'Delete Album', icon: <Trash2 aria-hidden />, danger: true, onSelect: onDelete }]
}

const reverseItem = ({ hasPhotos, onReverse }: Props): Item => ({
  label: 'Reverse Order',
  icon: <ArrowDownUp aria-hidden />,
  disabled: !hasPhotos,
  onSelect: onReverse,
})

/** What changes the album itself, beside its title; on a phone everything that is rarer waits behind one button. */
export function ManageAlbum(props: Props) {
  if (props.isPhone)
    return (
      <Menu
        name="More actions"
        icon={<Ellipsis aria-hidden />}
        items={[...manageItems(props).slice(0, -1), reverseItem(props), ...manageItems(props).slice(-1)]}
      />
    )
  return (
    <div className={styles['manage']}>
      {manageItems(props).map(({ label, icon, disabled, danger, onSelect }) => (
        <Button
          key={label}
          look={danger ? 'danger' : 'quiet'}
          className={danger ? styles['apart'] : undefined}
          icon={icon}
          disabled={disabled}
          onClick={onSelect}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

/** What is done with the photos of the album. */
export function AlbumToolbar(props: Props) {
  const { isPhone, hasPhotos, onSelect, onRearrange, onUpload, onPick } = props
  const reverse = reverseItem(props)
  return (
    <div className={styles['toolbar']}>
      {!isPhone && <AddPhotosButtons onUpload={onUpload} onPick={onPick} />}
      <Button icon={<CheckSquare aria-hidden />} disabled={!hasPhotos} onClick={onSelect}>
        Select Images
      </Button>
      <Button icon={<GripVertical aria-hidden />} disabled={!hasPhotos} onClick={onRearrange}>
        Rearrange Photos
      </Button>
      {!isPhone && (
        <Button icon={reverse.icon} disabled={reverse.disabled} onClick={reverse.onSelect}>
          {reverse.label}
        </Button>
      )}
    </div>
  )
}
