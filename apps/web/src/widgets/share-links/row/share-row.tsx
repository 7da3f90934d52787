import type { http } from '@daymark/contracts'
import { lazy, Suspense, useState } from 'react'
import { shareState } from '../../../domain/shares/share-choice.ts'
import { Link } from '../../../lib/router.ts'
import { SendActions } from './send-actions.tsx'
import { ShareActions } from './share-actions.tsx'
import { shareFacts } from './share-facts.ts'
import styles from './share-row.module.css'

const CompleteDialog = lazy(async () => ({ default: (await import('../complete/complete.dialog.tsx')).CompleteDialog }))

/** One link: its address, its settings, and the actions to send and manage it. */
export function ShareRow({ share, isNew, onEdit }: { share: http.Share; isNew: boolean; onEdit: () => void }) {
  const state = shareState(share)
  const [isCompleting, setIsCompleting] = useState(false)
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
          {shareFacts(share).map(fact => (
            <li key={fact}>{fact}</li>
          ))}
          <li>
            <Link to={`/shares/${share.id}/analytics`} className={styles['analytics']}>
              View analytics
            </Link>
          </li>
          {share.first_look && (
            <li>
              <button type="button" className={styles['analytics']} onClick={() => setIsCompleting(true)}>
                {share.waiting ? `It is complete (${share.waiting} waiting)` : 'It is complete'}
              </button>
            </li>
          )}
          {share.picks && (
            <li>
              <Link to={`/shares/${share.id}/picks`} className={styles['analytics']}>
                View picks
              </Link>
            </li>
          )}
          {share.comments && (
            <li>
              <Link to={`/shares/${share.id}/comments`} className={styles['analytics']}>
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
