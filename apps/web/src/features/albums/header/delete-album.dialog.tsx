import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { useNavigate } from '../../../lib/router.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import styles from '../album.module.css'
import { deleteAlbum } from '../album.actions.ts'

/** L-AD-07: what happens to the photos is asked, and the harmless answer is the one already chosen. */
export function DeleteAlbumDialog({ album, onClose }: { album: http.Album; onClose: () => void }) {
  const navigate = useNavigate()
  const [withPhotos, setWithPhotos] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [isDeleting, setIsDeleting] = useState(false)
  const onDelete = async () => {
    setIsDeleting(true)
    const failure = await deleteAlbum(album.id, withPhotos, () => navigate('/albums'))
    if (failure === null) return
    setIsDeleting(false)
    setError(failure)
  }
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button look="danger" disabled={isDeleting} onClick={() => void onDelete()}>
        {withPhotos ? 'Delete Album and Photos' : 'Delete Album'}
      </Button>
    </>
  )
  return (
    <Modal title={`Delete “${album.title}”?`} onClose={onClose} actions={actions}>
      <div className={styles['question']}>
        <p>
          {withPhotos
            ? 'Its share links stop working at once, and its photos leave your library.'
            : 'Its share links stop working at once. The photos stay in your library.'}
        </p>
        {album.image_count > 0 && (
          <Checkbox
            label={`Also delete its photos (${album.image_count}). They go to the trash.`}
            checked={withPhotos}
            onChange={event => setWithPhotos(event.target.checked)}
          />
        )}
        {error && (
          <p role="alert" className={styles['error']}>
            {error}
          </p>
        )}
      </div>
    </Modal>
  )
}
