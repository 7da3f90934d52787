import { type http, pickProblem } from '@daymark/contracts'
import { Heart, Link2, MoreHorizontal, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { useIsPhone } from '../../../lib/hooks/use-media-query.ts'
import { BeginDialog } from './begin.dialog.tsx'
import type { PickStore } from './list/pick-store.ts'
import type { PicksView } from './list/picks-view.ts'
import { summaryOf, wishOf } from './list/picks-words.ts'
import { SendDialog } from './send.dialog.tsx'
import { picksOf, useFreshPicks, usePicksView } from './list/use-picks.ts'
import styles from './picks-bar.module.css'

const MyLink = lazy(async () => ({ default: (await import('../visitor/my-link.tsx')).MyLink }))

type Only = ReadonlySet<string> | null
type Props = { share: http.PublicShare; only: Only; onFilter: (only: Only) => void; isHidden: boolean }

type ListProps = Pick<Props, 'only' | 'onFilter'> & { store: PickStore; view: PicksView }

/** Filters set by this component: the gallery has one filter, set by several components. */
const OURS = new WeakSet<ReadonlySet<string>>()

/** Shows only the chosen photos, or all. */
function filterOf({ store, view, only, onFilter }: ListProps) {
  if (only && OURS.has(only)) return { label: 'Show All', disabled: false, onSelect: () => onFilter(null) }
  const show = () => {
    const chosen = new Set(store.chosen('picked'))
    OURS.add(chosen)
    onFilter(chosen)
  }
  return { label: 'Show Chosen', disabled: view.picked === 0, onSelect: show }
}

/** Rare actions of a list, in a menu. */
function More({ token, onSaid, ...list }: ListProps & { token: string; onSaid: (said: string) => void }) {
  const { store } = list
  const isPhone = useIsPhone()
  const onCopied = () => onSaid('Link copied. It opens this list on any device.')
  const [isCopying, setIsCopying] = useState(false)
  const onClose = () => setIsCopying(false)
  const items = [
    ...(isPhone ? [{ ...filterOf(list), icon: <Heart aria-hidden /> }] : []),
    { label: 'Copy my link', icon: <Link2 aria-hidden />, onSelect: () => setIsCopying(true) },
    { label: 'This is not my list', icon: <X aria-hidden />, onSelect: () => void store.leave() },
  ]
  return (
    <>
      <Menu name="More" icon={<MoreHorizontal aria-hidden />} items={items} />
      {isCopying && (
        <Suspense>
          <MyLink {...{ token, onCopied, onClose }} part="picks" read={store.key} />
        </Suspense>
      )}
    </>
  )
}

/** On a phone it is in the menu. */
function Filter(list: ListProps) {
  const { label, disabled, onSelect } = filterOf(list)
  if (useIsPhone()) return null
  return (
    <Button look="quiet" disabled={disabled} onClick={onSelect}>
      {label}
    </Button>
  )
}

type Words = { summary: string; note: string | null }

function wordsOf(store: PickStore, view: PicksView, said: string | null): Words {
  const { list, problem, isOffline } = view
  const offline = isOffline ? 'Offline. Your picks are saved on this device and sent later.' : null
  return {
    summary: list ? summaryOf(view, store.settings) : wishOf(store.settings),
    note: problem ?? said ?? offline,
  }
}

type ActionsProps = ListProps & {
  token: string
  onSend: () => void
  onSaid: (said: string) => void
}

function Actions({ onSend, onSaid, token, ...of }: ActionsProps) {
  const { store, view } = of
  const { list } = view
  if (!list)
    return (
      <Button icon={<Heart aria-hidden />} onClick={() => void store.ask()}>
        Start
      </Button>
    )
  return (
    <>
      <Filter {...of} />
      {!list.sent_at && (
        <Button look="primary" disabled={pickProblem(view.picked, store.settings) !== undefined} onClick={onSend}>
          Send
        </Button>
      )}
      <More {...of} token={token} onSaid={onSaid} />
    </>
  )
}

/** The progress of the visitor's list, in a bar below the photos. */
export function PicksBar({ share, only, onFilter, isHidden }: Props) {
  const store = picksOf(share)
  const view = usePicksView(store)
  const [isSending, setIsSending] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  useFreshPicks(store)
  if (view.is !== 'ready') return null
  const { summary, note } = wordsOf(store, view, said)
  return (
    <>
      {!isHidden && (
        <div role="region" aria-label="Your list" className={styles['bar']}>
          <div role="status" className={styles['words']}>
            <p className={styles['summary']}>{summary}</p>
            {note && <p className={styles['note']}>{note}</p>}
          </div>
          <div className={styles['actions']}>
            <Actions
              {...{ store, view, only, onFilter, token: share.link.token }}
              onSend={() => setIsSending(true)}
              onSaid={setSaid}
            />
          </div>
        </div>
      )}
      {view.asked && <BeginDialog store={store} />}
      {isSending && <SendDialog store={store} view={view} onClose={() => setIsSending(false)} />}
    </>
  )
}
