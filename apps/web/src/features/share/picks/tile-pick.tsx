import type { http } from '@daymark/contracts'
import { Check, Heart, NotebookText, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { picksOf, usePick, usePicksView } from './list/use-picks.ts'
import styles from './tile-pick.module.css'

type Props = { share: http.PublicShare; id: string; label: string }

/** On a tile: chosen states are always visible, buttons on hover and focus. */
export function TilePick({ share, id, label }: Props) {
  const store = picksOf(share)
  const { is, list } = usePicksView(store)
  const { choice, note } = usePick(store, id)
  if (is !== 'ready') return null
  const isLocked = Boolean(list?.sent_at)
  const toggle = (to: 'picked' | 'rejected') => store.choose(id, choice === to ? 'none' : to)
  const button = (to: 'picked' | 'rejected', name: string, icon: ReactNode) => (
    <button
      type="button"
      aria-label={`${name} ${label}`}
      aria-pressed={choice === to}
      title={isLocked ? 'Your list was sent' : name}
      disabled={isLocked}
      data-choice={to}
      className={styles['button']}
      onClick={() => toggle(to)}
    >
      {icon}
    </button>
  )
  return (
    <div className={styles['picks']}>
      {store.settings.review ? (
        <>
          {button('picked', 'Approve', <Check aria-hidden />)}
          {button('rejected', 'Reject', <X aria-hidden />)}
        </>
      ) : (
        button('picked', 'Choose', <Heart aria-hidden />)
      )}
      {note && (
        <span className={styles['note']} title={note}>
          <NotebookText aria-label="Has a note" role="img" />
        </span>
      )}
    </div>
  )
}
