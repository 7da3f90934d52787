import { FolderPlus, ListPlus, Replace, RotateCw, Share2, Tag, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { retryPhotos } from '../../../domain/photos/photo-edit.actions.ts'
import { isFailed, type Photo } from '../../../domain/photos/photo.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import type { MenuItem } from '../../../ui/overlay/menu.tsx'
import { ReplaceSelected, useReplaceSelected } from '../../file-replacement/file-versions.tsx'
import { ShareSelected, useShareSelected } from '../../share-selection/share-selected.tsx'
import { FabMenu } from '../fab-menu.tsx'
import styles from '../photo-list.module.css'

type RetryProps = { selected: readonly Photo[]; onCancel: () => void }

/**
 * Returns the action that processes the failed photos of the selection again. Undefined if the selection contains none.
 */
const createRetryAction = ({ selected, onCancel }: RetryProps) =>
  selected.some(isFailed)
    ? () => {
        onCancel()
        void retryPhotos(selected)
      }
    : undefined

export function RetrySelected(props: RetryProps) {
  const onRetry = createRetryAction(props)
  return onRetry ? (
    <Button icon={<RotateCw aria-hidden />} onClick={onRetry}>
      Try Again
    </Button>
  ) : null
}

function createRetryMenuItems(selected: RetryProps): MenuItem[] {
  const onSelect = createRetryAction(selected)
  return onSelect ? [{ label: 'Try Again', icon: <RotateCw aria-hidden />, onSelect }] : []
}

export type BulkActions = {
  onTag: () => void
  onAddToAlbum: () => void
  /** The selected photos, for actions that apply only to some of them. */
  selected: readonly Photo[]
  onDelete: () => void
  onCancel: () => void
  /** An action that removes the photos from this list without deleting them, such as removing likes. */
  removal?: { label: string; icon: ReactNode; onSelect: () => void }
}
type Props = { count: number; actions: BulkActions }

/** The buttons of the toolbar. On a phone the floating button contains the actions. */
export function BulkButtons({ count, actions, isPhone }: Props & { isPhone: boolean }) {
  const isEmpty = count === 0
  const { removal } = actions
  return (
    <>
      {!isPhone && (
        <>
          <Button icon={<Tag aria-hidden />} disabled={isEmpty} onClick={actions.onTag}>
            Tag Selected
          </Button>
          <Button icon={<FolderPlus aria-hidden />} disabled={isEmpty} onClick={actions.onAddToAlbum}>
            Add to Album
          </Button>
          <ShareSelected selected={actions.selected} onDone={actions.onCancel} />
          <ReplaceSelected selected={actions.selected} />
          <RetrySelected {...actions} />
          {removal && (
            <Button icon={removal.icon} disabled={isEmpty} onClick={removal.onSelect}>
              {removal.label}
            </Button>
          )}
          <Button
            appearance="danger"
            className={styles['delete-button']}
            icon={<Trash2 aria-hidden />}
            disabled={isEmpty}
            onClick={actions.onDelete}
          >
            Delete Selected
          </Button>
        </>
      )}
      <Button appearance="quiet" onClick={actions.onCancel}>
        Cancel
      </Button>
    </>
  )
}

export function BulkMenu({ count, actions }: Props) {
  const disabled = count === 0
  const { share, dialog } = useShareSelected(actions.selected, actions.onCancel)
  const replacement = useReplaceSelected(actions.selected)
  const items: MenuItem[] = [
    { label: 'Tag', icon: <Tag aria-hidden />, disabled, onSelect: actions.onTag },
    { label: 'Add to Album', icon: <FolderPlus aria-hidden />, disabled, onSelect: actions.onAddToAlbum },
    { label: 'Share Selection', icon: <Share2 aria-hidden />, disabled, onSelect: share },
    { label: 'Replace Files', icon: <Replace aria-hidden />, disabled, onSelect: replacement.replace },
    ...createRetryMenuItems(actions),
    ...(actions.removal ? [{ ...actions.removal, disabled }] : []),
    { label: 'Delete', icon: <Trash2 aria-hidden />, disabled, danger: true, onSelect: actions.onDelete },
  ]
  return (
    <>
      <FabMenu name={`Actions for ${count} selected`} icon={<ListPlus aria-hidden />} badge={count} items={items} />
      {dialog}
      {replacement.dialog}
    </>
  )
}
