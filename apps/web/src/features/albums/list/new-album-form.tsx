import { MAX_TITLE_LENGTH } from '@daymark/contracts'
import { Plus } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { useNavigate } from '../../../lib/router.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { UpgradeLink } from '../../../widgets/plan/locked-feature.tsx'
import { createAlbum, type CreateAlbumFailure } from '../album.actions.ts'
import styles from './album-list.module.css'

/** L-ALB-01, L-ALB-02, L-ALB-06: creates an album and opens it. Enter submits the form; an empty title is ignored. */
export function NewAlbumForm() {
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const [error, setError] = useState<CreateAlbumFailure | null>(null)
  const [isCreating, setIsCreating] = useState(false)
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!title.trim() || isCreating) return
    setIsCreating(true)
    setError(null)
    const result = await createAlbum(title.trim())
    setIsCreating(false)
    if ('message' in result) setError(result)
    else void navigate(`/albums/${result.id}`)
  }
  return (
    <form aria-label="New album" className={styles['form']} onSubmit={event => void onSubmit(event)}>
      <TextField
        label="New album title"
        hideLabel
        placeholder="New album title"
        value={title}
        error={error?.message ?? null}
        maxLength={MAX_TITLE_LENGTH}
        enterKeyHint="done"
        className="grow"
        onChange={event => setTitle(event.target.value)}
      />
      <Button type="submit" appearance="primary" icon={<Plus aria-hidden />} disabled={!title.trim() || isCreating}>
        Create Album
      </Button>
      {error?.needsUpgrade && (
        <p className={styles['upgrade']}>
          <UpgradeLink />
        </p>
      )}
    </form>
  )
}
