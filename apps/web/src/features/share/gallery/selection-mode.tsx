import type { http } from '@daymark/contracts'
import { Download, X } from 'lucide-react'
import type { RefObject } from 'react'
import { ActionBar } from '../../../ui/buttons/action-bar.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { GridGestures } from '../../../widgets/photo-grid/selection/grid-gestures.tsx'
import type { Selection } from '../../../widgets/photo-grid/selection/use-selection.ts'
import styles from './gallery.module.css'

type SelectionModeProps = {
  grid: RefObject<HTMLElement | null>
  images: readonly http.PublicImage[]
  selection: Selection | null
  /** Called for a long press on a photo, which starts the selection. */
  onHold: (id: string) => void
  onDownload: (photos: readonly http.PublicImage[]) => void
}

/** The gestures and the action bar for selecting photos in a gallery. */
export function SelectionMode({ grid, images, selection, onHold, onDownload }: SelectionModeProps) {
  const startSelection = (index: number) => images[index] && onHold(images[index].id)
  return (
    <>
      <GridGestures list={grid} selection={selection} onHold={startSelection} />
      {selection && (
        <div className={styles['selection-bar']}>
          <ActionBar label="Selected photos" summary={`${selection.ids.size} selected`}>
            <Button appearance="quiet" onClick={selection.selectAll}>
              Select All
            </Button>
            <Button
              appearance="primary"
              icon={<Download aria-hidden />}
              disabled={selection.ids.size === 0}
              onClick={() => onDownload(images.filter(({ id }) => selection.ids.has(id)))}
            >
              Download
            </Button>
            <IconButton name="Cancel" onClick={selection.stop}>
              <X aria-hidden />
            </IconButton>
          </ActionBar>
        </div>
      )}
    </>
  )
}
