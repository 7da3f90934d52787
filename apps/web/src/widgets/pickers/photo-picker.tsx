import { MAX_SEARCH_LENGTH, PICKER_PAGE_SIZE } from '@daymark/contracts'
import { Check, ImagePlus, SearchX } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Modal } from '../../ui/overlay/modal.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import { Picture } from '../masonry/picture.tsx'
import { allPhotosQuery } from '../../domain/photos/photo.queries.ts'
import { photoName, type Photo } from '../../domain/photos/photo.ts'
import { addToAlbumInOneRequest } from '../../domain/albums/album-adding.actions.ts'
import styles from './pickers.module.css'

function PickTile({ photo, isPicked, onToggle }: { photo: Photo; isPicked: boolean; onToggle: () => void }) {
  return (
    <label className={styles['tile']} title={photoName(photo)}>
      <input type="checkbox" checked={isPicked} aria-label={photoName(photo)} onChange={onToggle} />
      <Picture src={photo.thumbnail_url} alt="" placeholder={photo.placeholder} />
      <span aria-hidden className={styles['checkmark']}>
        <Check />
      </span>
    </label>
  )
}

function PhotosSkeleton() {
  return (
    <Skeletons label="Loading photos" className={styles['grid']}>
      {Array.from({ length: 12 }, (_, n) => (
        <Skeleton key={n} className={styles['loading-photo']} />
      ))}
    </Skeletons>
  )
}

function NothingToAdd({ isSearch }: { isSearch: boolean }) {
  if (isSearch)
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title="Nothing found to add"
        text="No matching photos outside this album."
      />
    )
  return (
    <EmptyState
      icon={<ImagePlus aria-hidden />}
      title="Nothing left to add"
      text="All your photos are already in this album."
    />
  )
}

function PickerPages({ page, pageCount, onPage }: { page: number; pageCount: number; onPage: (page: number) => void }) {
  return (
    <nav aria-label="Pages of the picker" className={styles['pages']}>
      <Button size="small" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span>
        {page + 1} of {pageCount}
      </span>
      <Button size="small" disabled={page >= pageCount - 1} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}

type Props = { albumId: string; albumPhotoIds: ReadonlySet<string>; onClose: () => void }

/**
 * L-AD-09 … L-AD-11: adds photos of the library to an album. All photos are read in one request and shown in pages of
 * 50.
 */
export function PhotoPicker({ albumId, albumPhotoIds, onClose }: Props) {
  const [q, setQ] = useState('')
  const { data, isPending } = useCached(allPhotosQuery(q), { keepPrevious: true })
  const [pickedIds, setPickedIds] = useState<ReadonlySet<string>>(new Set())
  const [page, setPage] = useState(0)
  const search = useCallback((text: string) => {
    setQ(text)
    setPage(0)
  }, [])
  const [isAdding, setIsAdding] = useState(false)
  const photos = useMemo(() => data?.images.filter(photo => !albumPhotoIds.has(photo.id)) ?? [], [data, albumPhotoIds])
  const pageCount = Math.ceil(photos.length / PICKER_PAGE_SIZE)
  const pagePhotos = photos.slice(page * PICKER_PAGE_SIZE, (page + 1) * PICKER_PAGE_SIZE)

  const toggle = (id: string) => {
    const next = new Set(pickedIds)
    if (!next.delete(id)) next.add(id)
    setPickedIds(next)
  }
  const add = async () => {
    setIsAdding(true)
    const isAdded = await addToAlbumInOneRequest(albumId, [...pickedIds])
    setIsAdding(false)
    if (isAdded) onClose()
  }
  const actions = (
    <>
      <p className={styles['photo-count']} role="status">
        {pickedIds.size} selected
      </p>
      <Button onClick={onClose}>Cancel</Button>
      <Button appearance="primary" disabled={pickedIds.size === 0 || isAdding} onClick={() => void add()}>
        Add Selected
      </Button>
    </>
  )
  return (
    <Modal title="Add Existing Photos" size="wide" onClose={onClose} actions={actions}>
      <SearchField
        label="Search photos"
        value={q}
        maxLength={MAX_SEARCH_LENGTH}
        className={styles['search']}
        onSearch={search}
      />
      {isPending && <PhotosSkeleton />}
      {!isPending && photos.length === 0 && <NothingToAdd isSearch={q !== ''} />}
      <ul className={styles['grid']} aria-label="Photos to add">
        {pagePhotos.map(photo => (
          <li key={photo.id}>
            <PickTile photo={photo} isPicked={pickedIds.has(photo.id)} onToggle={() => toggle(photo.id)} />
          </li>
        ))}
      </ul>
      {data && data.total > data.images.length && (
        <p className={styles['note']}>
          Only your {data.images.length} newest photos are listed here. Use the search to find older photos.
        </p>
      )}
      {pageCount > 1 && <PickerPages page={page} pageCount={pageCount} onPage={setPage} />}
    </Modal>
  )
}
