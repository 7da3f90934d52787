import type { http } from '@daymark/contracts'
import { Link2, Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useCached } from '../../lib/cache/use-cached.ts'
import { Button } from '../../ui/button.tsx'
import { ShareForm } from './share-form.tsx'
import styles from './share-links-panel.module.css'
import { ShareLinksSkeleton } from './share-links-skeleton.tsx'
import { ShareRow } from './share-row.tsx'
import { albumShares } from './share.queries.ts'

function Links({ shares, newId }: { shares: http.Share[]; newId: string | null }) {
  const [editing, setEditing] = useState<string | null>(null)
  if (shares.length === 0)
    return (
      <p className={styles['none']}>
        <Link2 aria-hidden />
        This album is private. Create a link to show it to somebody.
      </p>
    )
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

/** S-PANEL: the links of one album. `heading` stands beside the button that makes a new one. */
export function ShareLinksPanel({ albumId, heading }: { albumId: string; heading?: ReactNode }) {
  const { data: shares, isError, refetch } = useCached(albumShares(albumId))
  const [isCreating, setIsCreating] = useState(false)
  const [newId, setNewId] = useState<string | null>(null)
  const onCreated = (share: http.Share) => {
    setNewId(share.id)
    setIsCreating(false)
  }
  return (
    <div className={styles['panel']}>
      <div className={styles['top']}>
        {heading}
        {!isCreating && (
          <Button icon={<Plus aria-hidden />} onClick={() => setIsCreating(true)}>
            New Link
          </Button>
        )}
      </div>
      {isCreating && <ShareForm at={{ album_id: albumId }} onSaved={onCreated} onCancel={() => setIsCreating(false)} />}
      {shares && <Links shares={shares} newId={newId} />}
      {!shares && !isError && <ShareLinksSkeleton />}
      {!shares && isError && (
        <p role="alert" className={styles['none']}>
          The links could not be loaded. <Button onClick={() => void refetch()}>Try Again</Button>
        </p>
      )}
    </div>
  )
}
