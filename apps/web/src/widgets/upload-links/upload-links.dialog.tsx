import type { http } from '@daymark/contracts'
import { Ban, Copy, Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { allAlbumsQuery } from '../../domain/albums/albums.queries.ts'
import { useCached } from '../../domain/cache/use-cached.ts'
import { formatPhotoCount } from '../../domain/photos/photo.ts'
import { shareState } from '../../domain/shares/share-input.ts'
import { formatDate } from '../../lib/format/dates.ts'
import { Link } from '../../lib/router.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { copyLink } from '../../ui/feedback/copy.tsx'
import { FailureNote } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { useAction } from '../../ui/feedback/use-action.ts'
import { confirmAction } from '../../ui/overlay/overlay-store.ts'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { Modal } from '../../ui/overlay/modal.tsx'
import { toLinkDraft, UploadLinkFields } from './link-form.tsx'
import { deleteUploadLink, saveUploadLink, toggleUploadLink, uploadLinksQuery } from './upload-links.api.ts'
import styles from './upload-links.module.css'

/** Returns the limits and counts of an upload link as texts. */
function describeLink(link: http.UploadLink): string[] {
  const details = [
    `${formatPhotoCount(link.received_count)} of at most ${link.max_photos}`,
    link.guest_count === 1 ? '1 guest' : `${link.guest_count} guests`,
    link.approve ? 'Requires your approval' : 'Added immediately',
    link.has_password && 'Password',
    link.expires_at && `${shareState(link) === 'Expired' ? 'Expired' : 'Expires'} ${formatDate(link.expires_at)}`,
  ]
  return details.filter(detail => typeof detail === 'string' && detail !== '') as string[]
}

function UploadLinkRow({ link, onEdit }: { link: http.UploadLink; onEdit: () => void }) {
  const { isBusy, run } = useAction()
  const copy = () => copyLink(link.url)
  const remove = async () => {
    const text = 'Photos that guests have already sent are not deleted.'
    if (await confirmAction({ title: 'Delete this upload link?', text, action: 'Delete Link', isDanger: true }))
      await run(() => deleteUploadLink(link))
  }
  return (
    <li className={styles['row']}>
      <p className={styles['title']}>
        <strong>{link.title}</strong>
        <span className="caption">{link.revoked ? 'Closed' : shareState(link)}</span>
      </p>
      <p className="muted">{describeLink(link).join(' · ')}</p>
      {link.waiting_count > 0 && (
        <p>
          <Link to={`/albums/${link.album_id}/received`} className={styles['review']}>
            {`Review ${formatPhotoCount(link.waiting_count)}`}
          </Link>
        </p>
      )}
      <div className={styles['buttons']}>
        <Button size="small" icon={<Copy aria-hidden />} onClick={() => void copy()}>
          Copy Link
        </Button>
        <Button
          size="small"
          appearance="quiet"
          disabled={isBusy}
          icon={link.revoked ? <RotateCcw aria-hidden /> : <Ban aria-hidden />}
          onClick={() => void run(() => toggleUploadLink(link))}
        >
          {link.revoked ? 'Reopen' : 'Close'}
        </Button>
        <IconButton name={`Edit ${link.title}`} size="small" onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton name={`Delete ${link.title}`} size="small" disabled={isBusy} onClick={() => void remove()}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}

type Props = { albumId: string; onClose: () => void }
type UploadLinkFormProps = Props & { link: http.UploadLink | undefined; onBack: () => void }

function UploadLinkForm({ albumId, link, onBack, onClose }: UploadLinkFormProps) {
  const album = useCached(allAlbumsQuery()).data?.find(({ id }) => id === albumId)
  const [draft, setDraft] = useState(() => toLinkDraft(link))
  const save = async () => {
    const outcome = await saveUploadLink(link ? { link } : { albumId }, draft)
    return 'failure' in outcome ? outcome.failure : null
  }
  return (
    <FormDialog
      title={link ? 'Edit Upload Link' : 'New Upload Link'}
      submit={link ? 'Save Link' : 'Create Link'}
      onSubmit={save}
      onDone={onBack}
      onCancel={onBack}
      onClose={onClose}
    >
      <UploadLinkFields
        draft={draft}
        link={link}
        sections={album?.sections ?? []}
        updateDraft={change => setDraft(current => ({ ...current, ...change }))}
      />
    </FormDialog>
  )
}

function UploadLinkList({ albumId, onEdit, onClose }: Props & { onEdit: (link: http.UploadLink | 'new') => void }) {
  const { data: links, isError } = useCached(uploadLinksQuery(albumId))
  const actions = (
    <Button appearance="primary" icon={<Plus aria-hidden />} onClick={() => onEdit('new')}>
      New Upload Link
    </Button>
  )
  return (
    <Modal title="Ask for Photos" onClose={onClose} actions={actions}>
      <p className="muted">
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
  const [editedLink, setEditedLink] = useState<http.UploadLink | 'new' | null>(null)
  if (editedLink === null) return <UploadLinkList {...props} onEdit={setEditedLink} />
  return (
    <UploadLinkForm
      {...props}
      link={editedLink === 'new' ? undefined : editedLink}
      onBack={() => setEditedLink(null)}
    />
  )
}
