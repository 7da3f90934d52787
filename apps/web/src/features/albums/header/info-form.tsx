import { MAX_DESCRIPTION, MAX_TITLE, type http } from '@daymark/contracts'
import { useState, type SyntheticEvent } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { saveInfo } from '../album.actions.ts'
import { FailureNote } from '../../../ui/feedback/notice.tsx'
import styles from '../album.module.css'

/** L-AD-03 */
export function InfoForm({ album, onDone }: { album: http.Album; onDone: () => void }) {
  const [title, setTitle] = useState(album.title)
  const [description, setDescription] = useState(album.description)
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setIsSaving(true)
    const failure = await saveInfo(album.id, { title: title.trim(), description: description.trim() })
    setIsSaving(false)
    if (failure === null) onDone()
    else setError(failure)
  }
  return (
    <form aria-label="Edit Info" className={styles['info']} onSubmit={event => void onSubmit(event)}>
      <TextField
        label="Title"
        autoFocus={!album.is_favorites}
        disabled={album.is_favorites}
        value={title}
        maxLength={MAX_TITLE}
        onChange={event => setTitle(event.target.value)}
      />
      <TextArea
        label="Description"
        autoFocus={album.is_favorites}
        value={description}
        maxLength={MAX_DESCRIPTION}
        onChange={event => setDescription(event.target.value)}
      />
      <FailureNote text={error} />
      <div className={styles['buttons']}>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" look="primary" disabled={!title.trim() || isSaving}>
          Save Changes
        </Button>
      </div>
    </form>
  )
}
