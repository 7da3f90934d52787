import { CheckSquare, Upload } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import type { GridView } from '../../widgets/photo-grid/grid-rules.ts'
import { ListHeader } from '../../widgets/photo-list/list-header.tsx'
import { ViewToggle } from '../../widgets/photo-list/view-toggle.tsx'

type Props = {
  summary: string | null
  view: GridView
  onView: (view: GridView) => void
  onUpload: () => void
  onSelect: () => void
  hasPhotos: boolean
  isPhone: boolean
}

export function PhotosHeader(props: Props) {
  const { summary, view, onView, onUpload, onSelect, hasPhotos, isPhone } = props
  return (
    <ListHeader title="Photos" summary={summary}>
      {hasPhotos && <ViewToggle view={view} onView={onView} />}
      {!isPhone && (
        <>
          <Button icon={<CheckSquare aria-hidden />} disabled={!hasPhotos} onClick={onSelect}>
            Select Images
          </Button>
          <Button look={hasPhotos ? 'primary' : 'plain'} icon={<Upload aria-hidden />} onClick={onUpload}>
            Upload Photos
          </Button>
        </>
      )}
    </ListHeader>
  )
}
