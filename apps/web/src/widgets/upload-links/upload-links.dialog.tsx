import type { http } from '@daymark/contracts'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { allAlbumsQuery } from '../../domain/albums/albums.queries.ts'
import { useCached } from '../../domain/cache/use-cached.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { FailureNote } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Modal } from '../../ui/overlay/modal.tsx'
import { toLinkDraft, UploadLinkFields } from './link-form.tsx'
import { UploadLinkRow } from './upload-link-row.tsx'
import { saveUploadLink, uploadLinksQuery } from './upload-links.api.ts'
import styles from './upload-links.module.css'

type Props = { albumId: string; onClose: () => void }
type UploadLinkFormProps = Props & { link: http.UploadLink | undefined; onBack: () => void }

function UploadLinkForm({ albumId, link, onBack, onClose }: UploadLinkFormProps) {
  const id = useId()
  const album = useCached(allAlbumsQuery()).data?.find(one => one.id === albumId)
  const [draft, setDraft] = useState(() => toLinkDraft(link))
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const save = async () => {
    setIsSaving(true)
    const outcome = await saveUploadLink(link ? { link } : { albumId }, draft)
    setIsSaving(false)
    if ('failure' in outcome) setError(outcome.failure)
    else onBack()
  }
  const actions = (
    <>
      <FailureNote text={error} />
      <Button onClick={onBack}>Cancel</Button>
      <Button type="submit" form={id} look="primary" disabled={isSaving}>
        {link ? 'Save Link' : 'Create Link'}
      </Button>
    </>
  )
  return (
    <Modal title={link ? 'Edit Upload Link' : 'New Upload Link'} onClose={onClose} actions={actions}>
      <UploadLinkFields
        {...{ id, draft, link }}
        sections={album?.sections ?? []}
        set={change => setDraft(before => ({ ...before, ...change }))}
        onSubmit={() => void save()}
      />
    </Modal>
  )
}

function UploadLinkList({ albumId, onEdit, onClose }: Props & { onEdit: (link: http.UploadLink | 'new') => void }) {
  const { data: links, isError } = useCached(uploadLinksQuery(albumId))
  const actions = (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => onEdit('new')}>
      New Upload Link
    </Button>
  )
  return (
    <Modal title="Ask for Photos" onClose={onClose} actions={actions}>
      <p className={styles['note']}>
        Guests or a second photographer can send photos to this album through a link. They cannot see the album.
      </p>
      {!links && (isError ? <FailureNote text="The links could not be loaded." /> : <Spinner label="Loading…" />)}
      {links && links.length > 0 && (
        <ul aria-label="Upload links" className={styles['list']}>
          {links.map(link => (
            <UploadLinkRow key={link.id} link={link} onEdit={() => onEdit(link)} />
          ))}
        </ul>
      )}
    </Modal>
  )
}

/** rule 148: lists, creates and edits the links through which guests send photos to an album. */
export function UploadLinksDialog(props: Props) {
  const [editing, setEditing] = useState<http.UploadLink | 'new' | null>(null)
  if (editing === null) return <UploadLinkList {...props} onEdit={setEditing} />
  return <UploadLinkForm {...props} link={editing === 'new' ? undefined : editing} onBack={() => setEditing(null)} />
}
