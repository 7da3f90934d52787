import type { http } from '@daymark/contracts'
import { Ban, Copy, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { shareState } from '../../domain/shares/share-choice.ts'
import { formatDate } from '../../lib/format/dates.ts'
import { Link } from '../../lib/router.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { useAction } from '../../ui/feedback/use-work.ts'
import { deleteUploadLink, toggleUploadLink } from './upload-links.api.ts'
import { copyLink } from '../../ui/feedback/copy.tsx'
import { confirmAction } from '../../ui/overlay/confirm.ts'
import styles from './upload-links.module.css'

const photos = (count: number) => (count === 1 ? '1 photo' : `${count} photos`)

/** Returns the limits and counts of an upload link as texts. */
function describeLink(link: http.UploadLink): string[] {
  const facts = [
    `${photos(link.received_count)} of at most ${link.max_photos}`,
    link.guest_count === 1 ? '1 guest' : `${link.guest_count} guests`,
    link.approve ? 'You approve first' : 'Added at once',
    link.has_password && 'Password',
    link.expires_at && `Until ${formatDate(link.expires_at)}`,
  ]
  return facts.filter(fact => typeof fact === 'string' && fact !== '') as string[]
}

export function UploadLinkRow({ link, onEdit }: { link: http.UploadLink; onEdit: () => void }) {
  const { isBusy, run } = useAction()
  const copy = () => copyLink(link.url)
  const remove = async () => {
    const text = 'Photos that guests sent through it stay in the album.'
    if (await confirmAction({ title: 'Delete this upload link?', text, action: 'Delete Link', isDanger: true }))
      await run(() => deleteUploadLink(link))
  }
  return (
    <li className={styles['row']}>
      <p className={styles['title']}>
        <strong>{link.title}</strong>
        <span className={styles['state']}>{link.revoked ? 'Closed' : shareState(link)}</span>
      </p>
      <p className={styles['note']}>{describeLink(link).join(' · ')}</p>
      {link.waiting_count > 0 && (
        <p>
          <Link to={`/albums/${link.album_id}/received`} className={styles['review']}>
            {link.waiting_count === 1 ? 'Review 1 photo' : `Review ${link.waiting_count} photos`}
          </Link>
        </p>
      )}
      <div className={styles['buttons']}>
        <Button size="small" icon={<Copy aria-hidden />} onClick={() => void copy()}>
          Copy Link
        </Button>
        <Button
          size="small"
          look="quiet"
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
