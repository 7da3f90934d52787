import { FolderPlus, ListPlus, Plus, Tag, Trash2, Upload } from 'lucide-react'
import { ActionBar } from '../../ui/action-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import styles from './photos.module.css'

export type BulkActions = { onTag: () => void; onAddToAlbum: () => void; onDelete: () => void; onCancel: () => void }

/** L-PHOTO-06, 07. On a phone the actions themselves are under the thumb, in the floating button. */
export function BulkBar({ count, actions, isPhone }: { count: number; actions: BulkActions; isPhone: boolean }) {
  const isNone = count === 0
  return (
    <ActionBar label="Selected photos" summary={`${count} selected`}>
      {!isPhone && (
        <>
          <Button icon={<Tag aria-hidden />} disabled={isNone} onClick={actions.onTag}>
            Tag Selected
          </Button>
          <Button icon={<FolderPlus aria-hidden />} disabled={isNone} onClick={actions.onAddToAlbum}>
            Add to Album
          </Button>
          <Button
            look="danger"
            className={styles['destroy']}
            icon={<Trash2 aria-hidden />}
            disabled={isNone}
            onClick={actions.onDelete}
          >
            Delete Selected
          </Button>
        </>
      )}
      <Button look="quiet" onClick={actions.onCancel}>
        Cancel
      </Button>
    </ActionBar>
  )
}

type FabProps = {
  /** Null outside selection mode. */
  selected: number | null
  actions: BulkActions
  onSelect: () => void
  onUpload: () => void
}

/** L-PHOTO-15, 16 */
export function PhotosFab({ selected, actions, onSelect, onUpload }: FabProps) {
  const isNone = selected === 0
  const bulk: MenuItem[] = [
    { label: 'Tag', icon: <Tag aria-hidden />, disabled: isNone, onSelect: actions.onTag },
    { label: 'Add to Album', icon: <FolderPlus aria-hidden />, disabled: isNone, onSelect: actions.onAddToAlbum },
    { label: 'Delete', icon: <Trash2 aria-hidden />, disabled: isNone, danger: true, onSelect: actions.onDelete },
  ]
  const usual: MenuItem[] = [
    { label: 'Select', icon: <ListPlus aria-hidden />, onSelect },
    { label: 'Upload', icon: <Upload aria-hidden />, onSelect: onUpload },
  ]
  const icon = (
    <>
      {selected === null ? <Plus aria-hidden /> : <ListPlus aria-hidden />}
      {selected !== null && <span className={styles['count']}>{selected}</span>}
    </>
  )
  return (
    <div className={styles['fab-place']}>
      <Menu
        name={selected === null ? 'Photo actions' : `Actions for ${selected} selected`}
        icon={icon}
        items={selected === null ? usual : bulk}
        buttonClass={styles['fab']}
      />
    </div>
  )
}
