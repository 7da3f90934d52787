import { type http, MAX_EMAIL_LENGTH, findPickProblem, PICK_LIMITS } from '@daymark/contracts'
import { Heart, Link2, MoreHorizontal, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { formatPhotoCount } from '../../../domain/photos/photo.ts'
import { formatDate } from '../../../lib/format/dates.ts'
import { useIsPhone } from '../../../lib/hooks/use-size.ts'
import { lazyOf } from '../../../lib/lazy.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { pickStoreOf, type PickStore, type PicksView, useFreshPicks, usePicksView } from './pick-store.ts'
import type { GalleryFilter } from '../gallery/gallery-state.ts'
import styles from './picks.module.css'

export { TilePick, ViewerPick } from './photo-pick.tsx'

/** Returns what the photographer asks for, such as 'Choose 10 to 20 photos, until Friday.' */
function describeRequest({ minimum, maximum, review, deadline }: http.PickSettings): string {
  const deadlineText = deadline ? `, ${deadline}` : ''
  if (review && minimum === null && maximum === null) return `Approve or reject the photos${deadlineText}`
  if (minimum !== null && maximum !== null)
    return minimum === maximum
      ? `Choose ${formatPhotoCount(minimum)}${deadlineText}`
      : `Choose ${minimum} to ${formatPhotoCount(maximum)}${deadlineText}`
  if (maximum !== null) return `Choose up to ${formatPhotoCount(maximum)}${deadlineText}`
  if (minimum !== null) return `Choose at least ${formatPhotoCount(minimum)}${deadlineText}`
  return `Choose your favorite photos${deadlineText}`
}

type PickCounts = Pick<PicksView, 'list' | 'picked' | 'rejected'>

/** Returns the progress, such as '12 of 20 chosen', and how many picks are missing or too many. */
function summarizePicks({ list, picked, rejected }: PickCounts, settings: http.PickSettings): string {
  if (list?.sent_at) return `Sent on ${formatDate(list.sent_at)}: ${formatPhotoCount(picked)}`
  const { maximum, review } = settings
  const pickedCount = maximum === null ? String(picked) : `${picked} of ${maximum}`
  const rejectedCount = review && rejected > 0 ? `, ${rejected} rejected` : ''
  return `${pickedCount} ${review ? 'approved' : 'chosen'}${rejectedCount}${describeLimit(picked, settings)}`
}

function describeLimit(picked: number, { minimum, maximum }: http.PickSettings): string {
  if (minimum !== null && picked < minimum) return `, at least ${minimum}`
  return maximum !== null && picked > maximum ? `, ${picked - maximum} too many` : ''
}

const CopyPersonalLink = lazyOf(() => import('../visitor/my-link.tsx'), 'CopyPersonalLink')

type PicksBarProps = Pick<GalleryFilter, 'share' | 'filterIds' | 'onFilter'> & { isHidden: boolean }
type PickListProps = Pick<PicksBarProps, 'filterIds' | 'onFilter'> & { store: PickStore; view: PicksView }

/**
 * The filters that this component has set. Other components also filter the gallery, so this component must recognize
 * its own filters.
 */
const PICK_FILTERS = new WeakSet<ReadonlySet<string>>()

/** Returns the action that shows only the chosen photos or, if they are shown, all photos again. */
function createFilterAction({ store, view, filterIds, onFilter }: PickListProps) {
  if (filterIds && PICK_FILTERS.has(filterIds))
    return { label: 'Show All', disabled: false, onSelect: () => onFilter(null) }
  const showChosen = () => {
    const chosenIds = new Set(store.listIdsWithChoice('picked'))
    PICK_FILTERS.add(chosenIds)
    onFilter(chosenIds)
  }
  return { label: 'Show Chosen', disabled: view.picked === 0, onSelect: showChosen }
}

/** The menu with the rarely used actions of a pick list. */
function MoreMenu({ token, onNotice, ...list }: PickListProps & { token: string; onNotice: (notice: string) => void }) {
  const { store } = list
  const isPhone = useIsPhone()
  const onCopied = () => onNotice('Link copied. It opens this list on any device.')
  const [isCopying, setIsCopying] = useState(false)
  const onClose = () => setIsCopying(false)
  const items = [
    ...(isPhone ? [{ ...createFilterAction(list), icon: <Heart aria-hidden /> }] : []),
    { label: 'Copy My Link', icon: <Link2 aria-hidden />, onSelect: () => setIsCopying(true) },
    { label: 'Start My Own List', icon: <X aria-hidden />, onSelect: () => void store.leaveList() },
  ]
  return (
    <>
      <Menu name="More" icon={<MoreHorizontal aria-hidden />} items={items} />
      {isCopying && (
        <Suspense>
          <CopyPersonalLink
            token={token}
            onCopied={onCopied}
            onClose={onClose}
            fragmentName="picks"
            readKey={store.readKey}
          />
        </Suspense>
      )}
    </>
  )
}

/** The button that filters the gallery. On a phone, the menu contains this action instead. */
function FilterButton(list: PickListProps) {
  const { label, disabled, onSelect } = createFilterAction(list)
  if (useIsPhone()) return null
  return (
    <Button appearance="quiet" disabled={disabled} onClick={onSelect}>
      {label}
    </Button>
  )
}

type BarTexts = { summary: string; note: string | null }

function createBarTexts(store: PickStore, view: PicksView, notice: string | null): BarTexts {
  const { list, problem, isOffline } = view
  const offlineNote = isOffline ? 'Offline. Your picks are saved on this device and sent later.' : null
  return {
    summary: list ? summarizePicks(view, store.settings) : describeRequest(store.settings),
    note: problem ?? notice ?? offlineNote,
  }
}

type BarActionsProps = PickListProps & {
  token: string
  onSend: () => void
  onNotice: (notice: string) => void
}

function BarActions({ onSend, onNotice, token, ...list }: BarActionsProps) {
  const { store, view } = list
  if (!view.list)
    return (
      <Button icon={<Heart aria-hidden />} onClick={() => void store.askForName()}>
        Start
      </Button>
    )
  return (
    <>
      <FilterButton {...list} />
      {!view.list.sent_at && (
        <Button
          appearance="primary"
          disabled={findPickProblem(view.picked, store.settings) !== undefined}
          onClick={onSend}
        >
          Send
        </Button>
      )}
      <MoreMenu {...list} token={token} onNotice={onNotice} />
    </>
  )
}

/** The progress of the visitor's list, in a bar below the photos. */
export function PicksBar({ share, filterIds, onFilter, isHidden }: PicksBarProps) {
  const store = pickStoreOf(share)
  const view = usePicksView(store)
  const [isSending, setIsSending] = useState(false)
  const [notice, setNotice] = useState<string | null>(null)
  useFreshPicks(store)
  if (view.status !== 'ready') return null
  const { summary, note } = createBarTexts(store, view, notice)
  return (
    <>
      {!isHidden && (
        <div role="region" aria-label="Your list" className={styles['bar']}>
          <div role="status" className={styles['text']}>
            <p className="strong">{summary}</p>
            {note && <p className={styles['note']}>{note}</p>}
          </div>
          <div className={styles['actions']}>
            <BarActions
              store={store}
              view={view}
              filterIds={filterIds}
              onFilter={onFilter}
              token={share.link.token}
              onSend={() => setIsSending(true)}
              onNotice={setNotice}
            />
          </div>
        </div>
      )}
      {view.pickAwaitingName && <NameDialog store={store} />}
      {isSending && <SendDialog store={store} view={view} onClose={() => setIsSending(false)} />}
    </>
  )
}

type SendDialogProps = { store: PickStore; view: PicksView; onClose: () => void }

/** Asks for confirmation before the list is sent, because only the photographer can reopen a sent list. */
function SendDialog({ store, view: { picked }, onClose }: SendDialogProps) {
  const send = async () => {
    if (await store.send()) return null
    const { isOffline, problem } = store.snapshot()
    return isOffline
      ? 'No connection. Your picks are saved on this device. Please try again.'
      : (problem ?? 'The list could not be sent. Please try again.')
  }
  return (
    <FormDialog title="Send your list" submit="Send List" onSubmit={send} onClose={onClose}>
      <p>
        {picked === 1 ? '1 photo will be sent' : `${picked} photos will be sent`} to the photographer. Afterwards you
        cannot change the list unless the photographer reopens it.
      </p>
    </FormDialog>
  )
}

/** Asks for the visitor's name, so that the photographer knows whose list it is. Visitors need no account. */
function NameDialog({ store }: { store: PickStore }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  return (
    <FormDialog
      title="Who is choosing?"
      submit="Start Choosing"
      onSubmit={() => store.createList(name.trim(), email.trim())}
      onClose={store.dismissNameRequest}
    >
      <p className="muted">The photographer sees your name with the photos you choose.</p>
      <TextField
        label="Your name"
        autoComplete="name"
        maxLength={PICK_LIMITS.name}
        required
        pattern=".*\S.*"
        data-autofocus
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <TextField
        type="email"
        label="Email (optional)"
        hint="The photographer can see your email address and may contact you."
        autoComplete="email"
        maxLength={MAX_EMAIL_LENGTH}
        value={email}
        onChange={event => setEmail(event.target.value)}
      />
    </FormDialog>
  )
}
