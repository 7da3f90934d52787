import { CheckSquare, Upload } from 'lucide-react'
import { Button } from '../../ui/buttons/button.tsx'
import type { GridView } from '../../widgets/photo-grid/grid-rules.ts'
import { ListHeader } from '../../widgets/photo-list/list-header.tsx'
import { ViewToggle } from '../../widgets/photo-list/view-toggle.tsx'

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
