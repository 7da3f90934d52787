import type { http } from '@daymark/contracts'
import { ChevronDown, Link2, Plus } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { shareState } from '../../domain/shares/share-input.ts'
import { albumSharesQuery } from '../../domain/shares/share.queries.ts'
import { lazyOf } from '../../lib/lazy.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import { ShareRow } from './row/share-row.tsx'
import styles from './share-links-panel.module.css'

const ShareLinkDialog = lazyOf(() => import('./edit/share-link.dialog.tsx'), 'ShareLinkDialog')

const UploadLinksDialog = lazyOf(() => import('../upload-links/upload-links.dialog.tsx'), 'UploadLinksDialog')

function NoLinks({ shares }: { shares: http.Share[] | undefined }) {
  if (shares?.length !== 0) return null
  return (
    <p className={styles['empty']}>
      <Link2 aria-hidden />
      This album is private. Create a link to share it.
    </p>
  )
}

type LinkListProps = { shares: http.Share[]; newId: string | null; onEdit: (share: http.Share) => void }

function LinkList({ shares, newId, onEdit }: LinkListProps) {
  if (shares.length === 0) return null
  return (
    <ul aria-label="Share links" className="stack">
      {shares.map(share => (
        <ShareRow key={share.id} share={share} isNew={share.id === newId} onEdit={() => onEdit(share)} />
      ))}
    </ul>
  )
}

const LINK_STATES = ['Active', 'Expired', 'Revoked'] as const

/** Returns the number of links in each state, such as '3 active, 1 revoked'. */
function summarizeStates(shares: readonly http.Share[]): string {
  const stateCounts = LINK_STATES.map(
    state => [state, shares.filter(share => shareState(share) === state).length] as const,
  )
  const stateTexts = stateCounts
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${state.toLowerCase()}`)
  return stateTexts.join(', ')
}

type CollapsibleHeadingProps = {
  title: string
  bodyId: string
  isOpen: boolean
  shares: http.Share[] | undefined
  onToggle: () => void
}

/** The heading that shows or hides the links, with their summary. */
function CollapsibleHeading({ title, bodyId, isOpen, shares, onToggle }: CollapsibleHeadingProps) {
  if (!shares?.length) return <h2 className={styles['title']}>{title}</h2>
  return (
    <>
      <h2 className={styles['title']}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          className={styles['toggle']}
          onClick={onToggle}
        >
          <ChevronDown aria-hidden />
          {title}
        </button>
      </h2>
      <p className="muted truncate">{summarizeStates(shares)}</p>
    </>
  )
}

/** Replaces the links while they are loading or after a failure. */
function LinksPlaceholder({
  isError,
  isInLine,
  onRetry,
}: {
  isError: boolean
  isInLine: boolean
  onRetry: () => void
}) {
  if (isError)
    return (
      <p role="alert" className={styles['empty']}>
        The links could not be loaded. <Button onClick={onRetry}>Try Again</Button>
      </p>
    )
  if (!isInLine) return <ShareLinksSkeleton />
  return (
    <Skeletons label="Loading share links">
      <Skeleton className={styles['loading']} />
    </Skeletons>
  )
}

type Props = {
  albumId: string
  albumTitle: string
  /** If set, the links are initially hidden below a heading with this title. */
  title?: string
  /** rule 148: whether guests can send photos to this album. False for Favorites. */
  acceptsGuestPhotos?: boolean
}

/** S-PANEL: the links of an album. */
export function ShareLinksPanel({ albumId, albumTitle, title, acceptsGuestPhotos }: Props) {
  const { data: shares, isError, refetch } = useCached(albumSharesQuery(albumId))
  const [isOpen, setIsOpen] = useState(title === undefined)
  const [editedShare, setEditedShare] = useState<http.Share | 'new' | null>(null)
  const [isUploadLinksOpen, setUploadLinksOpen] = useState(false)
  const [newId, setNewId] = useState<string | null>(null)
  const bodyId = useId()
  const onSaved = (share: http.Share) => {
    if (editedShare === 'new') setNewId(share.id)
    setIsOpen(true)
    setEditedShare(null)
  }
  const placeholder = !shares && (
    <LinksPlaceholder isError={isError} isInLine={title !== undefined} onRetry={() => void refetch()} />
  )
  return (
    <div className="stack-2">
      <div className={styles['header']}>
        {title && (
          <CollapsibleHeading
            title={title}
            bodyId={bodyId}
            isOpen={isOpen}
            shares={shares}
            onToggle={() => setIsOpen(!isOpen)}
          />
        )}
        {title && placeholder}
        <NoLinks shares={shares} />
        <span className="wrap">
          {acceptsGuestPhotos && (
            <Button appearance="quiet" onClick={() => setUploadLinksOpen(true)}>
              Ask for Photos
            </Button>
          )}
          <Button icon={<Plus aria-hidden />} onClick={() => setEditedShare('new')}>
            New Link
          </Button>
        </span>
      </div>
      {!title && placeholder}
      <div id={bodyId} hidden={!isOpen} className={styles['body']}>
        {shares && <LinkList shares={shares} newId={newId} onEdit={setEditedShare} />}
      </div>
      <Suspense>
        {isUploadLinksOpen && <UploadLinksDialog albumId={albumId} onClose={() => setUploadLinksOpen(false)} />}
        {editedShare && (
          <ShareLinkDialog
            target={editedShare === 'new' ? { album_id: albumId } : { share: editedShare }}
            albumTitle={albumTitle}
            onSaved={onSaved}
            onClose={() => setEditedShare(null)}
          />
        )}
      </Suspense>
    </div>
  )
}

/** L-SKEL-03: placeholders for the links. */
function ShareLinksSkeleton() {
  return (
    <Skeletons label="Loading share links">
      {[1, 2].map(row => (
        <div key={row} className={styles['row']}>
          <Skeleton className={styles['address']} />
          <Skeleton className={styles['details']} />
          <Skeleton className={styles['buttons']} />
        </div>
      ))}
    </Skeletons>
  )
}
