import type { http, Mend } from '@daymark/contracts'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ShareDraft } from '../../../domain/shares/share-choice.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { actOn, CHANGES, type Undo } from './preflight.actions.ts'
import styles from './preflight.module.css'

const LOOKS = {
  problem: [CircleAlert, 'Problem'],
  advice: [TriangleAlert, 'Advice'],
  note: [Info, 'Note'],
} as const

const WORDS: Record<Mend, string> = {
  retry: 'Try Again',
  remove: 'Remove from Album',
  watermark: 'Add Watermark',
  watermark_others: 'Add Watermark There Too',
  limit_sizes: 'Offer Smaller Sizes',
  no_downloads: 'No Downloads',
  expire_30: 'Expire in 30 Days',
  expire_90: 'Expire in 90 Days',
  new_password: 'Create a Strong Password',
  arrange: 'Order by Capture Time',
}

function Thumbnails({ images }: Pick<http.Finding, 'images'>) {
  const shown = images.filter(({ thumbnail_url: url }) => url !== null).slice(0, 6)
  const named = images.filter(({ thumbnail_url: url }) => url === null).slice(0, 3)
  return (
    <>
      {shown.length > 0 && (
        <div className={styles['images']}>
          {shown.map(({ id, thumbnail_url: url, original_filename: name }) => (
            <img key={id} src={url ?? ''} alt={name} title={name} className={styles['image']} />
          ))}
        </div>
      )}
      {named.length > 0 && (
        <p className={styles['names']}>{named.map(({ original_filename: name }) => name).join(', ')}</p>
      )}
    </>
  )
}

type Props = {
  finding: http.Finding
  albumId: string | null
  onChange: (change: Partial<ShareDraft>) => void
  onMended: (undo: Undo | null) => void
}

/** A finding with its first photos, and a button for each fix. */
export function FindingRow({ finding, albumId, onChange, onMended }: Props) {
  const [Icon, kind] = LOOKS[finding.severity]
  const [state, setState] = useState<'busy' | 'failed' | null>(null)
  const mend = async (how: Mend) => {
    const change = CHANGES[how]
    if (change) return onChange(change())
    setState('busy')
    const done = await actOn(how, finding, albumId)
    setState(done === 'failed' ? done : null)
    if (done === 'failed') return
    onMended(done ?? null)
  }
  return (
    <li data-severity={finding.severity} className={styles['finding']}>
      <Icon aria-hidden className={styles['icon']} />
      <div className={styles['body']}>
        <p>
          <span className="visually-hidden">{kind}: </span>
          {finding.message}
        </p>
        {finding.severity !== 'note' && <Thumbnails images={finding.images} />}
        <div className={styles['mends']}>
          {finding.mends.map(how => (
            <Button key={how} size="small" disabled={state === 'busy'} onClick={() => void mend(how)}>
              {WORDS[how]}
            </Button>
          ))}
        </div>
        {state === 'failed' && <p role="alert">Something went wrong. Please try again.</p>}
      </div>
    </li>
  )
}
