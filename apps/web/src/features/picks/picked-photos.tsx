import type { http } from '@daymark/contracts'
import { Heart, NotebookText, X } from 'lucide-react'
import { useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { useIsPhone } from '../../lib/hooks/use-size.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Modal } from '../../ui/overlay/modal.tsx'
import { MasonryGrid } from '../../widgets/masonry/masonry-grid.tsx'
import { GALLERY_COLUMNS, PHONE_GALLERY_COLUMNS } from '../../widgets/masonry/masonry-layout.ts'
import { Picture } from '../../widgets/masonry/picture.tsx'
import { pickedImagesQuery, type PickFilter } from './picks.api.ts'
import styles from './picks.module.css'

/** The numbers of visitors who picked the photo, rejected it and wrote a note. */
function PickCounts({ photo }: { photo: http.PickedImage }) {
  return (
    <span className={styles['pick-counts']}>
      {photo.picked > 0 && (
        <span className={styles['heart']}>
          <Heart aria-hidden /> {photo.picked}
          <span className="visually-hidden"> chosen</span>
        </span>
      )}
      {photo.rejected > 0 && (
        <span>
          <X aria-hidden /> {photo.rejected}
          <span className="visually-hidden"> rejected</span>
        </span>
      )}
      {photo.notes > 0 && (
        <span>
          <NotebookText aria-hidden /> {photo.notes}
          <span className="visually-hidden"> notes</span>
        </span>
      )}
      <span className={`truncate ${styles['name']}`}>{photo.filename}</span>
    </span>
  )
}

type PickedPhotosProps = { shareId: string; filter: PickFilter; lists: readonly http.VisitorPickList[] }

/** The picked photos in the order of the gallery. A click on a photo shows the picks and notes of each visitor. */
export function PickedPhotos({ shareId, filter, lists }: PickedPhotosProps) {
  const isPhone = useIsPhone()
  const [pageCount, setPageCount] = useState(1)
  const [openId, setOpenId] = useState<string | null>(null)
  const { data, isError, refetch } = useCached(pickedImagesQuery(shareId, filter, pageCount), { keepPrevious: true })
  const openPhoto = data?.images.find(photo => photo.id === openId)
  if (isError && !data)
    return (
      <p role="alert" className={styles['empty']}>
        The photos could not be loaded. <Button onClick={() => void refetch()}>Try Again</Button>
      </p>
    )
  if (!data) return <Spinner label="Loading..." />
  const photos = data.images
  if (photos.length === 0) return <p className={styles['empty']}>No photos.</p>
  return (
    <>
      <MasonryGrid
        photos={photos}
        label="Chosen photos"
        columns={isPhone ? PHONE_GALLERY_COLUMNS : GALLERY_COLUMNS}
        renderPhoto={photo => (
          <button type="button" className={styles['photo']} onClick={() => setOpenId(photo.id)}>
            <Picture src={photo.thumbnail_url.replace('/sm/', '/md/')} alt="" placeholder={photo.placeholder} />
            <PickCounts photo={photo} />
          </button>
        )}
      />
      {photos.length < data.total && (
        <Button className="justify-self-center" onClick={() => setPageCount(pageCount + 1)}>
          Show More
        </Button>
      )}
      {openPhoto && <PickDetailsDialog photo={openPhoto} lists={lists} onClose={() => setOpenId(null)} />}
    </>
  )
}

const CHOICE_TEXTS = { picked: 'chose this photo', rejected: 'rejected this photo', none: 'wrote a note' } as const

type PickDetailsDialogProps = { photo: http.PickedImage; lists: readonly http.VisitorPickList[]; onClose: () => void }

/** The picks and notes of all visitors for one photo. */
function PickDetailsDialog({ photo, lists, onClose }: PickDetailsDialogProps) {
  const visitorName = (id: string) => lists.find(list => list.id === id)?.name ?? 'A visitor'
  return (
    <Modal title={photo.filename} size="wide" onClose={onClose}>
      <div className={styles['detail']}>
        <img src={photo.thumbnail_url.replace('/sm/', '/md/')} alt={photo.title || photo.filename} />
        <ul aria-label="Picks and notes" className={styles['notes']}>
          {photo.by.map(({ list_id, choice, note }) => (
            <li key={list_id}>
              <strong>{visitorName(list_id)}</strong>
              {CHOICE_TEXTS[choice]}
              {note && <p>{note}</p>}
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}
