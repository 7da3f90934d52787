import type { http } from '@daymark/contracts'
import { COPIED_MS } from '@daymark/contracts'
import { Ban, Copy, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { formatDate, formatDateTime } from '../../lib/format/dates.ts'
import { Link } from '../../lib/router.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { shareState } from '../../domain/shares/share-choice.ts'
import styles from './share-row.module.css'
import { deleteShare, reinstateShare, revokeShare } from '../../domain/shares/share.actions.ts'

function expiry(share: http.Share): string {
  if (!share.expires_at) return 'Never expires'
  return `${shareState(share) === 'Expired' ? 'Expired' : 'Expires'} ${formatDate(share.expires_at)}`
}

/** What is unusual about a link; what is as usual is not mentioned. */
const unusual: [text: string, holds: (share: http.Share) => boolean][] = [
  ['No downloads', share => !share.allow_downloads],
  ['No titles', share => !share.show_titles],
  ['Light theme', share => share.theme === 'light'],
  ['Dark theme', share => share.theme === 'dark'],
  ['Watermark', share => share.watermark],
  ['Password', share => share.has_password],
]

function facts(share: http.Share): string[] {
  const viewed = share.last_viewed_at ? [`Last viewed ${formatDateTime(share.last_viewed_at)}`] : []
  const views = share.view_count === 1 ? '1 view' : `${share.view_count} views`
  return [views, ...viewed, expiry(share), ...unusual.filter(([, holds]) => holds(share)).map(([text]) => text)]
}

/** Revoke or reinstate at the press of a button: it can be undone. Deleting asks first. */
function ShareActions({ share, onEdit }: { share: http.Share; onEdit: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const run = async (request: (share: http.Share) => Promise<void>) => {
    setIsBusy(true)
    await request(share)
    setIsBusy(false)
  }
  const askToDelete = () => {
    if (window.confirm('Delete this share link?')) void run(deleteShare)
  }
  return (
    <>
      {share.revoked ? (
        <Button
          look="quiet"
          className={styles['turn']}
          disabled={isBusy}
          icon={<RotateCcw aria-hidden />}
          onClick={() => void run(reinstateShare)}
        >
          Reinstate
        </Button>
      ) : (
        <Button
          look="quiet"
          className={styles['turn']}
          disabled={isBusy}
          icon={<Ban aria-hidden />}
          onClick={() => void run(revokeShare)}
        >
          Revoke
        </Button>
      )}
      <IconButton name="Edit" size="small" className={styles['icon']} onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton
        name="Delete"
        size="small"
        disabled={isBusy}
        className={classNames(styles['icon'], styles['delete'])}
        onClick={askToDelete}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </>
  )
}

/** One link: its address, what it allows, and what can be done with it. */
export function ShareRow({ share, isNew, onEdit }: { share: http.Share; isNew: boolean; onEdit: () => void }) {
  const showToast = useToast()
  const buttons = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A link that was just made is there to be copied.
    if (isNew) buttons.current?.querySelector('button')?.focus()
  }, [isNew])
  const state = shareState(share)
  const copy = async () => {
    if (await copyText(share.url)) showToast('Link copied!', COPIED_MS)
    else window.prompt('Copy this link:', share.url)
  }
  return (
    <li className={styles['row']}>
      <div className={styles['text']}>
        <p className={styles['address']}>
          <a href={share.url} target="_blank" rel="noopener" className={styles['url']}>
            {share.url.replace(/^https?:\/\//, '')}
          </a>
          <span data-state={state} className={styles['state']}>
            {state}
          </span>
        </p>
        <ul className={styles['facts']}>
          {facts(share).map(fact => (
            <li key={fact}>{fact}</li>
          ))}
          <li>
            <Link to={`/shares/${share.id}/analytics`} className={styles['analytics']}>
              View analytics
            </Link>
          </li>
        </ul>
      </div>
      <div ref={buttons} className={styles['buttons']}>
        <Button icon={<Copy aria-hidden />} onClick={() => void copy()}>
          Copy Link
        </Button>
        <ShareActions share={share} onEdit={onEdit} />
      </div>
    </li>
  )
}
