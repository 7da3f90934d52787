import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { useNavigate } from '../../../lib/router.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { deleteAlbum } from '../album.actions.ts'

/** L-AD-07: asks what happens to the photos. The default keeps them. */
export function DeleteAlbumDialog({ album, onClose }: { album: http.Album; onClose: () => void }) {
  const navigate = useNavigate()
  const [withPhotos, setWithPhotos] = useState(false)
  return (
    <FormDialog
      title={`Delete “${album.title}”?`}
      submit={withPhotos ? 'Delete Album and Photos' : 'Delete Album'}
      isDanger
      onSubmit={() => deleteAlbum(album.id, withPhotos, () => navigate('/albums'))}
      // Another screen is shown by then.
      onDone={() => undefined}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
