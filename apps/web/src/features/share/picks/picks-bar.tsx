import { type http, MAX_EMAIL, pickProblem, PICKS } from '@daymark/contracts'
import { Heart, Link2, MoreHorizontal, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useIsPhone } from '../../../lib/hooks/use-media-query.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import type { PicksView, PickStore } from './list/pick-store.ts'
import { summaryOf, requestText } from './list/picks-text.ts'
import { picksOf, useFreshPicks, usePicksView } from './list/use-picks.ts'
import styles from './picks.module.css'

const MyLink = lazy(async () => ({ default: (await import('../visitor/my-link.tsx')).MyLink }))

type ShownIds = ReadonlySet<string> | null
type Props = { share: http.PublicShare; only: ShownIds; onFilter: (only: ShownIds) => void; isHidden: boolean }

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
function More({ token, onNotice, ...list }: ListProps & { token: string; onNotice: (notice: string) => void }) {
  const { store } = list
  const isPhone = useIsPhone()
  const onCopied = () => onNotice('Link copied. It opens this list on any device.')
  const [isCopying, setIsCopying] = useState(false)
  const onClose = () => setIsCopying(false)
  const items = [
    ...(isPhone ? [{ ...filterOf(list), icon: <Heart aria-hidden /> }] : []),
    { label: 'Copy My Link', icon: <Link2 aria-hidden />, onSelect: () => setIsCopying(true) },
    { label: 'Not My List', icon: <X aria-hidden />, onSelect: () => void store.leave() },
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

function wordsOf(store: PickStore, view: PicksView, notice: string | null): Words {
  const { list, problem, isOffline } = view
  const offline = isOffline ? 'Offline. Your picks are saved on this device and sent later.' : null
  return {
    summary: list ? summaryOf(view, store.settings) : requestText(store.settings),
    note: problem ?? notice ?? offline,
  }
}

type ActionsProps = ListProps & {
  token: string
  onSend: () => void
  onNotice: (notice: string) => void
}

function Actions({ onSend, onNotice, token, ...of }: ActionsProps) {
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
      <More {...of} token={token} onNotice={onNotice} />
    </>
  )
}

/** The progress of the visitor's list, in a bar below the photos. */
export function PicksBar({ share, only, onFilter, isHidden }: Props) {
  const store = picksOf(share)
  const view = usePicksView(store)
  const [isSending, setIsSending] = useState(false)
  const [notice, setNotice] = useState<string | null>(null)
  useFreshPicks(store)
  if (view.is !== 'ready') return null
  const { summary, note } = wordsOf(store, view, notice)
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
              onNotice={setNotice}
            />
          </div>
        </div>
      )}
      {view.asked && <BeginDialog store={store} />}
      {isSending && <SendDialog store={store} view={view} onClose={() => setIsSending(false)} />}
    </>
  )
}

type SendDialogProps = { store: PickStore; view: PicksView; onClose: () => void }

/** A sent list can only be reopened by the photographer. */
function SendDialog({ store, view: { picked }, onClose }: SendDialogProps) {
  const send = async () => {
    if (await store.send()) return null
    const { isOffline, problem } = store.snapshot()
    return isOffline
      ? 'There is no connection. Nothing is lost. Please try again.'
      : (problem ?? 'The list could not be sent. Please try again.')
  }
  return (
    <FormDialog title="Send your list" submit="Send List" onSubmit={send} onClose={onClose}>
      <p>
        {picked === 1 ? '1 photo is sent' : `${picked} photos are sent`} to the photographer. You can then no longer
        change the list. To change it, ask the photographer to reopen it.
      </p>
    </FormDialog>
  )
}

/** Asks for the visitor's name, so that the photographer can identify the list. No account is needed. */
function BeginDialog({ store }: { store: PickStore }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  return (
    <FormDialog
      title="Who is choosing?"
      submit="Start Choosing"
      onSubmit={() => store.begin(name.trim(), email.trim())}
      onClose={store.dismiss}
    >
      <p className={styles['about']}>The photographer sees your name with the photos you choose.</p>
      <TextField
        label="Your name"
        autoComplete="name"
        maxLength={PICKS.name}
        required
        pattern=".*\S.*"
        data-autofocus
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <TextField
        type="email"
        label="Email (optional)"
        hint="The photographer can see your email address and may write to you."
        autoComplete="email"
        maxLength={MAX_EMAIL}
        value={email}
        onChange={event => setEmail(event.target.value)}
      />
    </FormDialog>
  )
}
