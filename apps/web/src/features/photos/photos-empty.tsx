import { FilterX, Images, Upload } from 'lucide-react'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Shown if the library has no photos, or if none match the filters. */
export function PhotosEmpty(props: { onUpload: () => void; isFiltered: boolean; isPhone: boolean }) {
  const { onUpload, isFiltered, isPhone } = props
  if (isFiltered)
    return (
      <EmptyState
        icon={<FilterX aria-hidden />}
        title="No photos match these filters"
        text="Use 'Clear Filters' above to see all your photos again."
      />
    )
  return (
    <EmptyState
      icon={<Images aria-hidden />}
      title="Welcome to Your Photo Gallery!"
      text={
        isPhone
          ? 'Originals are never changed, and your photos stay private until you share an album.'
          : 'Drop photos or whole folders anywhere on this page. Originals are never changed, and your photos stay private until you share an album.'
      }
    >
      <Button look="primary" icon={<Upload aria-hidden />} onClick={onUpload}>
        Upload Your First Photos
      </Button>
    </EmptyState>
  )
}
