import type { http } from '@daymark/contracts'
import { ChevronDown, Link2, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import { shareState } from '../../domain/shares/share-choice.ts'
import { ShareForm } from './share-form.tsx'
import styles from './share-links-panel.module.css'
import { ShareLinksSkeleton } from './share-links-skeleton.tsx'
import { ShareRow } from './share-row.tsx'
import { albumShares } from '../../domain/shares/share.queries.ts'

function NoLinks({ shares, isCreating }: { shares: http.Share[] | undefined; isCreating: boolean }) {
  if (shares?.length !== 0 || isCreating) return null
  return (
    <p className={styles['none']}>
      <Link2 aria-hidden />
      This album is private. Create a link to show it to somebody.
    </p>
  )
}

function Links({ shares, newId }: { shares: http.Share[]; newId: string | null }) {
  const [editing, setEditing] = useState<string | null>(null)
  if (shares.length === 0) return null
  return (
    <ul aria-label="Share links" className={styles['list']}>
      {shares.map(share =>
        share.id === editing ? (
          <li key={share.id} className={styles['editing']}>
            <ShareForm at={{ share }} onSaved={() => setEditing(null)} onCancel={() => setEditing(null)} />
          </li>
        ) : (
          <ShareRow key={share.id} share={share} isNew={share.id === newId} onEdit={() => setEditing(share.id)} />
        ),
      )}
    </ul>
  )
}

const STATES = ['Active', 'Expired', 'Revoked'] as const

/** '3 active, 1 revoked': what there is, without unfolding it. */
function summaryOf(shares: readonly http.Share[]): string {
  const counted = STATES.map(state => [state, shares.filter(share => shareState(share) === state).length] as const)
  const shown = counted.filter(([, count]) => count > 0).map(([state, count]) => `${count} ${state.toLowerCase()}`)
  return shown.join(', ')
}

type FoldProps = {
  title: string
  bodyId: string
  isOpen: boolean
  shares: http.Share[] | undefined
  onFold: () => void
}

/** All links in one line, for pages where photos come first. */
function Fold({ title, bodyId, isOpen, shares, onFold }: FoldProps) {
  if (!shares?.length) return <h2 className={styles['title']}>{title}</h2>
  return (
    <>
      <h2 className={styles['title']}>
        <button type="button" aria-expanded={isOpen} aria-controls={bodyId} className={styles['fold']} onClick={onFold}>
          <ChevronDown aria-hidden />
          {title}
        </button>
      </h2>
      <p className={styles['summary']}>{summaryOf(shares)}</p>
    </>
  )
}

/** While the links are being read, or where reading them failed. */
function Unread({ isError, isInLine, onRetry }: { isError: boolean; isInLine: boolean; onRetry: () => void }) {
  if (isError)
    return (
      <p role="alert" className={styles['none']}>
        The links could not be loaded. <Button onClick={onRetry}>Try Again</Button>
      </p>
    )
  if (!isInLine) return <ShareLinksSkeleton />
  return (
    <Skeletons label="Loading share links">
      <Skeleton className={styles['waiting']} />
    </Skeletons>
  )
}

type Props = {
  albumId: string
  /** With it the links are folded to one line until somebody opens them or makes a new one. */
  title?: string
}

/** S-PANEL: the links of one album. */
export function ShareLinksPanel({ albumId, title }: Props) {
  const { data: shares, isError, refetch } = useCached(albumShares(albumId))
  const [isOpen, setIsOpen] = useState(title === undefined)
  const [isCreating, setIsCreating] = useState(false)
  const [newId, setNewId] = useState<string | null>(null)
  const bodyId = useId()
  const onCreated = (share: http.Share) => {
    setNewId(share.id)
    setIsCreating(false)
  }
  const create = () => {
    setIsOpen(true)
    setIsCreating(true)
  }
  const unread = !shares && <Unread isError={isError} isInLine={title !== undefined} onRetry={() => void refetch()} />
  return (
    <div className={styles['panel']}>
      <div className={styles['top']}>
        {title && <Fold {...{ title, bodyId, isOpen, shares }} onFold={() => setIsOpen(!isOpen)} />}
        {title && unread}
        <NoLinks shares={shares} isCreating={isCreating} />
        {!isCreating && (
          <Button icon={<Plus aria-hidden />} onClick={create}>
            New Link
          </Button>
        )}
      </div>
      {!title && unread}
      <div id={bodyId} hidden={!isOpen} className={styles['body']}>
        {isCreating && (
          <ShareForm at={{ album_id: albumId }} onSaved={onCreated} onCancel={() => setIsCreating(false)} />
        )}
        {shares && <Links shares={shares} newId={newId} />}
      </div>
    </div>
  )
}
