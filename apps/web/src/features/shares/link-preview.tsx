import type { http } from '@daymark/contracts'
import { shareState } from '../../domain/shares/share-choice.ts'
import { formatDate } from '../../lib/format/dates.ts'
import { viewCount } from './view-count.ts'
import styles from './shares.module.css'

function facts({ view_count, last_viewed_at, expires_at, ...share }: http.SharePreview): string[] {
  const expiry = shareState(share) === 'Expired' ? 'Expired' : 'Expires'
  return [
    viewCount(view_count),
    ...(last_viewed_at ? [`Last viewed ${formatDate(last_viewed_at)}`] : []),
    expires_at ? `${expiry} ${formatDate(expires_at)}` : 'Never expires',
  ]
}

/** S-OVER-03, S-OVER-04: one line for a link; only unusual states have a badge. */
export function LinkPreview({ share }: { share: http.SharePreview }) {
  const state = shareState(share)
  return (
    <li className={styles['preview']}>
      <code className={styles['token']}>{share.token_start}…</code>
      {state !== 'Active' && (
        <span data-state={state} className={styles['state']}>
          {state}
        </span>
      )}
      <span className={styles['facts']}>{facts(share).join(' · ')}</span>
    </li>
  )
}
