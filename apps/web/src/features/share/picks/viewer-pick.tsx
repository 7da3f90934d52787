import type { http } from '@daymark/contracts'
import { Check, Heart, NotebookPen, NotebookText, X } from 'lucide-react'
import { useState, type RefObject } from 'react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { useViewerKeys } from '../../../widgets/lightbox/use-viewer-keys.ts'
import { NoteDialog } from './note.dialog.tsx'
import type { PickStore } from './list/pick-store.ts'
import { picksOf, usePick, usePicksView } from './list/use-picks.ts'
import styles from './viewer-pick.module.css'

type PartProps = { store: PickStore; id: string; isLocked: boolean; dialog: RefObject<HTMLDialogElement | null> }

const KINDS = {
  choose: { to: 'picked', name: 'Choose', icon: Heart, key: 'f' },
  approve: { to: 'picked', name: 'Approve', icon: Check, key: 'f' },
  reject: { to: 'rejected', name: 'Reject', icon: X, key: 'x' },
} as const

/** F chooses or approves, X rejects; pressed again, they undo it. */
function ChoiceButton({ kind, store, id, isLocked, dialog }: PartProps & { kind: keyof typeof KINDS }) {
  const { to, name, icon: Icon, key } = KINDS[kind]
  const { choice } = usePick(store, id)
  const toggle = () => store.choose(id, choice === to ? 'none' : to)
  useViewerKeys(dialog, isLocked ? {} : { [key]: toggle })
  return (
    <IconButton
      name={name}
      aria-pressed={choice === to}
      disabled={isLocked}
      data-choice={to}
      className={styles['button']}
      onClick={toggle}
    >
      <Icon aria-hidden />
    </IconButton>
  )
}

/** The key N opens it. */
function NoteButton({ store, id, isLocked, dialog }: PartProps) {
  const { note } = usePick(store, id)
  const [isWriting, setIsWriting] = useState(false)
  const write = () => (store.snapshot().list ? setIsWriting(true) : void store.ask())
  useViewerKeys(dialog, { n: write })
  if (isLocked && !note) return null
  return (
    <>
      <IconButton name={note ? 'Your note' : 'Write a note'} className={styles['button']} onClick={write}>
        {note ? <NotebookText aria-hidden /> : <NotebookPen aria-hidden />}
      </IconButton>
      {isWriting && (
        <NoteDialog
          note={note}
          isLocked={isLocked}
          onSave={text => store.write(id, text)}
          onClose={() => setIsWriting(false)}
        />
      )}
    </>
  )
}

type Props = { share: http.PublicShare; id: string; dialog: RefObject<HTMLDialogElement | null> }

/** The visitor's pick and note for the open photo. */
export function ViewerPick({ share, id, dialog }: Props) {
  const store = picksOf(share)
  const { is, list, problem } = usePicksView(store)
  if (is !== 'ready') return null
  const part = { store, id, isLocked: Boolean(list?.sent_at), dialog }
  return (
    <>
      {store.settings.review ? (
        <>
          <ChoiceButton kind="approve" {...part} />
          <ChoiceButton kind="reject" {...part} />
        </>
      ) : (
        <ChoiceButton kind="choose" {...part} />
      )}
      {store.settings.notes && <NoteButton key={id} {...part} />}
      {problem && (
        <p role="status" className={styles['problem']}>
          {problem}
        </p>
      )}
    </>
  )
}
