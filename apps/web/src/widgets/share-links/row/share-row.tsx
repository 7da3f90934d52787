import type { http } from '@daymark/contracts'
import { Ban, Copy, Pencil, QrCode, RotateCcw, Share, Trash2 } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { shareState } from '../../../domain/shares/share-input.ts'
import { deleteShare, reinstateShare, revokeShare } from '../../../domain/shares/share.actions.ts'
import { formatDate, formatDateTime, formatDay } from '../../../lib/format/dates.ts'
import { useIsPhone } from '../../../lib/hooks/use-size.ts'
import { lazyOf } from '../../../lib/lazy.ts'
import { logFailure } from '../../../lib/log.ts'
import { Link } from '../../../lib/router.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { copyLink } from '../../../ui/feedback/copy.tsx'
import styles from './share-row.module.css'

function describeExpiry(share: http.Share): string {
  if (!share.expires_at) return 'Never expires'
  return `${shareState(share) === 'Expired' ? 'Expired' : 'Expires'} ${formatDate(share.expires_at)}`
}

/** The settings that differ from the defaults, with the text that describes each. */
const NON_DEFAULT_SETTINGS: [text: string, applies: (share: http.Share) => boolean][] = [
  ['No downloads', share => !share.allow_downloads],
  ['Titles hidden', share => !share.show_titles],
  ['Name hidden', share => !share.show_name],
  ['Search engines allowed', share => share.allow_indexing],
  ['On the studio page', share => share.listed],
  ['Light theme', share => share.theme === 'light'],
  ['Dark theme', share => share.theme === 'dark'],
  ['Watermark', share => share.watermark],
  ['Password', share => share.has_password],
  ['Visitors pick photos', share => share.picks !== null],
  ['Visitors comment', share => share.comments !== null],
]

function describeFirstLook({ first_look: settings }: http.Share): string[] {
  if (!settings) return []
  return [settings.expected ? `First look, complete by ${formatDay(settings.expected)}` : 'First look']
}

const SIZE_LABELS = { original: 'Original', '2048': '2048 px', '1080': '1080 px' }

/** Describes the downloads of visitors. Empty for the default, which is originals without a limit. */
function describeDownloads(share: http.Share): string[] {
  if (!share.allow_downloads) return []
  const {
    download_sizes: sizes,
    download_limit: limit,
    visitor_download_limit: perVisitorLimit,
    download_count: count,
  } = share
  const sizeTexts =
    sizes.join() === 'original' ? [] : [`Downloads in ${sizes.map(size => SIZE_LABELS[size]).join(', ')}`]
  if (limit === null)
    return [...sizeTexts, ...(perVisitorLimit === null ? [] : [`${perVisitorLimit} per visitor, ${count} downloaded`])]
  const usage = count >= limit ? `All ${limit} downloads used up` : `${count} of ${limit} downloaded`
  return [...sizeTexts, usage, ...(perVisitorLimit === null ? [] : [`${perVisitorLimit} per visitor`])]
}

/** Returns the texts below the URL of a link. */
export function describeShare(share: http.Share): string[] {
  const lastViewTexts = share.last_viewed_at ? [`Last viewed ${formatDateTime(share.last_viewed_at)}`] : []
  const viewsText = share.view_count === 1 ? '1 view' : `${share.view_count} views`
  const settingTexts = NON_DEFAULT_SETTINGS.filter(([, applies]) => applies(share)).map(([text]) => text)
  return [
    viewsText,
    ...lastViewTexts,
    describeExpiry(share),
    ...describeFirstLook(share),
    ...settingTexts,
    ...describeDownloads(share),
  ]
}

const CompleteDialog = lazyOf(() => import('../complete.dialog.tsx'), 'CompleteDialog')

const STATE_TONES = { Active: 'good', Revoked: 'danger', Expired: 'plain' } as const

/** A link with its URL, its settings and its actions. */
export function ShareRow({ share, isNew, onEdit }: { share: http.Share; isNew: boolean; onEdit: () => void }) {
  const state = shareState(share)
  const [isCompleting, setIsCompleting] = useState(false)
  return (
    <li className={styles['row']}>
      <div className="stack-1">
        <p className={styles['address']}>
          <a href={share.url} target="_blank" rel="noopener" className={`truncate ${styles['url']}`}>
            {share.url.replace(/^https?:\/\//, '')}
          </a>
          <Badge isSmall tone={STATE_TONES[state]}>
            {state}
          </Badge>
        </p>
        <ul className={styles['details']}>
          {describeShare(share).map(text => (
            <li key={text}>{text}</li>
          ))}
          <li>
            <Link to={`/shares/${share.id}/analytics`} className={styles['details-link']}>
              View analytics
            </Link>
          </li>
          {share.first_look && (
            <li>
              <button type="button" className={styles['details-link']} onClick={() => setIsCompleting(true)}>
                {share.waiting ? `Mark as complete (${share.waiting} to notify)` : 'Mark as complete'}
              </button>
            </li>
          )}
          {share.picks && (
            <li>
              <Link to={`/shares/${share.id}/picks`} className={styles['details-link']}>
                View picks
              </Link>
            </li>
          )}
          {share.comments && (
            <li>
              <Link to={`/shares/${share.id}/comments`} className={styles['details-link']}>
                {share.open_comments ? `View comments (${share.open_comments} open)` : 'View comments'}
              </Link>
            </li>
          )}
        </ul>
      </div>
      <div className={styles['buttons']}>
        <SendActions share={share} isNew={isNew} />
        <ShareActions share={share} onEdit={onEdit} />
      </div>
      <Suspense>{isCompleting && <CompleteDialog share={share} onClose={() => setIsCompleting(false)} />}</Suspense>
    </li>
  )
}

/** The button that revokes or reinstates a link. It needs no confirmation, because the change can be undone. */
function RevokeButton({
  share,
  isBusy,
  run,
}: {
  share: http.Share
  isBusy: boolean
  run: (request: ShareRequest) => void
}) {
  const [text, Icon, request] = share.revoked
    ? (['Reinstate', RotateCcw, reinstateShare] as const)
    : (['Revoke', Ban, revokeShare] as const)
  return (
    <Button
      appearance="quiet"
      className={styles['revoke']}
      disabled={isBusy}
      icon={<Icon aria-hidden />}
      onClick={() => run(request)}
    >
      {text}
    </Button>
  )
}

type ShareRequest = (share: http.Share) => Promise<void>

/** The buttons that revoke, edit and delete a link. */
function ShareActions({ share, onEdit }: { share: http.Share; onEdit: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const run = async (request: ShareRequest) => {
    setIsBusy(true)
    await request(share)
    setIsBusy(false)
  }
  const confirmAndDelete = () => {
    if (window.confirm('Delete this share link?')) void run(deleteShare)
  }
  return (
    <div className={styles['manage']}>
      <RevokeButton share={share} isBusy={isBusy} run={request => void run(request)} />
      <IconButton name="Edit" size="small" className={styles['icon']} onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton
        name="Delete"
        size="small"
        disabled={isBusy}
        className={classNames(styles['icon'], styles['delete'])}
        onClick={confirmAndDelete}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  )
}

const LinkCodeDialog = lazyOf(() => import('../link-code.dialog.tsx'), 'LinkCodeDialog')

/**
 * Opens the share sheet of the operating system. Returns false if the share sheet could not be opened, and true if the
 * user shared the link or canceled.
 */
async function openShareSheet({ url, album_title: title }: http.Share): Promise<boolean> {
  try {
    await navigator.share({ title, url })
  } catch (reason) {
    if (reason instanceof DOMException && reason.name === 'AbortError') return true
    logFailure('Sharing failed', reason)
    return false
  }
  return true
}

/** The buttons to copy or send a link and to show its QR code. */
export function SendActions({ share, isNew }: { share: http.Share; isNew: boolean }) {
  const isPhone = useIsPhone()
  const [isCodeOpen, setIsCodeOpen] = useState(false)
  const actions = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Focuses the Copy button of a new link.
    if (isNew) actions.current?.querySelector('button')?.focus()
  }, [isNew])
  const copy = () => copyLink(share.url)
  const send = async () => {
    if (!(await openShareSheet(share))) await copy()
  }
  return (
    <div ref={actions} className={styles['send']}>
      <Button icon={<Copy aria-hidden />} onClick={() => void copy()}>
        Copy Link
      </Button>
      {isPhone && 'share' in navigator && (
        <IconButton name="Share" size="small" className={styles['icon']} onClick={() => void send()}>
          <Share aria-hidden />
        </IconButton>
      )}
      <IconButton name="QR code" size="small" className={styles['icon']} onClick={() => setIsCodeOpen(true)}>
        <QrCode aria-hidden />
      </IconButton>
      <Suspense>{isCodeOpen && <LinkCodeDialog share={share} onClose={() => setIsCodeOpen(false)} />}</Suspense>
    </div>
  )
}
