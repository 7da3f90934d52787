import { type http, MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from '@daymark/contracts'
import { useState } from 'react'
import { useNavigate } from '../../../lib/router.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { FailureNote } from '../../../ui/feedback/notice.tsx'
import { useSubmit } from '../../../ui/feedback/use-submit.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { deleteAlbum, saveAlbumInfo } from '../album.actions.ts'
import styles from '../album.module.css'

/** L-AD-03: edits title and description. The title of Favorites cannot be changed. */
export function AlbumInfoForm({ album, onDone }: { album: http.Album; onDone: () => void }) {
  const [title, setTitle] = useState(album.title)
  const [description, setDescription] = useState(album.description)
  const save = () => saveAlbumInfo(album.id, { title: title.trim(), description: description.trim() })
  const { onSubmit, failure, isBusy } = useSubmit(save, onDone)
  return (
    <form aria-label="Edit Info" className={styles['info']} onSubmit={onSubmit}>
      <TextField
        label="Title"
        autoFocus={!album.is_favorites}
        disabled={album.is_favorites}
        value={title}
        maxLength={MAX_TITLE_LENGTH}
        onChange={event => setTitle(event.target.value)}
      />
      <TextArea
        label="Description"
        autoFocus={album.is_favorites}
        value={description}
        maxLength={MAX_DESCRIPTION_LENGTH}
        onChange={event => setDescription(event.target.value)}
      />
      <FailureNote text={failure} />
      <div className={styles['buttons']}>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" appearance="primary" disabled={!title.trim() || isBusy}>
          Save Changes
        </Button>
      </div>
    </form>
  )
}

/** L-AD-07: asks whether the photos of the album are deleted too. By default, the photos stay in the library. */
export function DeleteAlbumDialog({ album, onClose }: { album: http.Album; onClose: () => void }) {
  const navigate = useNavigate()
  const [withPhotos, setWithPhotos] = useState(false)
  return (
    <FormDialog
      title={`Delete “${album.title}”?`}
      submit={withPhotos ? 'Delete Album and Photos' : 'Delete Album'}
      isDanger
      onSubmit={() => deleteAlbum(album.id, withPhotos, () => navigate('/albums'))}
      keepOpen
      onClose={onClose}
    >
      <p>
        {withPhotos
          ? 'Its share links will stop working at once, and its photos will leave your library.'
          : 'Its share links will stop working at once. The photos will stay in your library.'}
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
