import type { http } from '@daymark/contracts'
import { Download, X } from 'lucide-react'
import type { RefObject } from 'react'
import { ActionBar } from '../../../../ui/buttons/action-bar.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { GridGestures } from '../../../../widgets/photo-grid/selection/grid-gestures.tsx'
import type { Selection } from '../../../../widgets/photo-grid/selection/use-selection.ts'
import styles from './selecting.module.css'

type Props = {
  grid: RefObject<HTMLElement | null>
  images: readonly http.PublicImage[]
  selection: Selection | null
  onHold: (id: string) => void
  onDownload: (photos: readonly http.PublicImage[]) => void
}

/** Selection in a gallery: on a phone a long press starts it, and the bar is at the bottom. */
export function Selecting({ grid, images, selection, onHold, onDownload }: Props) {
  const hold = (index: number) => images[index] && onHold(images[index].id)
  return (
    <>
      <GridGestures list={grid} selection={selection} onHold={hold} />
      {selection && (
        <div className={styles['bar']}>
          <ActionBar label="Selected photos" summary={`${selection.ids.size} selected`}>
            <Button look="quiet" onClick={selection.selectAll}>
              Select All
            </Button>
            <Button
              look="primary"
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
