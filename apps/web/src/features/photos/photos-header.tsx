import { CheckSquare, ListChecks, Plus, Upload } from 'lucide-react'
import { Button } from '../../ui/buttons/button.tsx'
import type { MenuItem } from '../../ui/overlay/menu.tsx'
import type { GridView } from '../../widgets/photo-grid/justified-layout.ts'
import { Fab } from '../../widgets/photo-list/fab.tsx'
import { ListHeader, ViewToggle } from '../../widgets/photo-list/list-header.tsx'

type Props = {
  summary: string | null
  view: GridView
  onView: (view: GridView) => void
  onUpload: () => void
  onSelect: () => void
  /** The actions are hidden, because the page itself suggests the next step. */
  isEmpty: boolean
  isPhone: boolean
}

export function PhotosHeader(props: Props) {
  const { summary, view, onView, onUpload, onSelect, isEmpty, isPhone } = props
  return (
    <ListHeader title="Photos" summary={summary}>
      {!isEmpty && <ViewToggle view={view} onView={onView} />}
      {!isPhone && (
        <>
          <Button icon={<CheckSquare aria-hidden />} disabled={isEmpty} onClick={onSelect}>
            Select Images
          </Button>
          <Button look={isEmpty ? 'plain' : 'primary'} icon={<Upload aria-hidden />} onClick={onUpload}>
            Upload Photos
          </Button>
        </>
      )}
    </ListHeader>
  )
}

/** L-PHOTO-15 */
export function PhotosFab({ onSelect, onUpload }: { onSelect: () => void; onUpload: () => void }) {
  const items: MenuItem[] = [
    { label: 'Select', icon: <ListChecks aria-hidden />, onSelect },
    { label: 'Upload', icon: <Upload aria-hidden />, onSelect: onUpload },
  ]
  return <Fab name="Photo actions" icon={<Plus aria-hidden />} items={items} />
}
