import { type http, PICK_LIMITS } from '@daymark/contracts'
import { Check, Heart, NotebookPen, NotebookText, X } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { useViewerKeys } from '../../../widgets/lightbox/use-viewer.ts'
import { pickStoreOf, type PickStore, usePick, usePicksView } from './pick-store.ts'
import styles from './picks.module.css'

type PickChoice = 'picked' | 'rejected'
type TilePickProps = { share: http.PublicShare; id: string; label: string }

/** The pick buttons of a tile. A chosen button is always visible, the others appear on hover and focus. */
export function TilePick({ share, id, label }: TilePickProps) {
  const store = pickStoreOf(share)
  const { status, list } = usePicksView(store)
  const { choice, note } = usePick(store, id)
  if (status !== 'ready') return null
  const isLocked = Boolean(list?.sent_at)
  const toggle = (buttonChoice: PickChoice) => store.choose(id, choice === buttonChoice ? 'none' : buttonChoice)
  const renderButton = (buttonChoice: PickChoice, name: string, icon: ReactNode) => (
    <button
      type="button"
      aria-label={`${name} ${label}`}
      aria-pressed={choice === buttonChoice}
      title={isLocked ? 'Your list was sent' : name}
      disabled={isLocked}
      data-choice={buttonChoice}
      className={styles['button']}
      onClick={() => toggle(buttonChoice)}
    >
      {icon}
    </button>
  )
  return (
    <div className={styles['picks']}>
      {store.settings.review ? (
        <>
          {renderButton('picked', 'Approve', <Check aria-hidden />)}
          {renderButton('rejected', 'Reject', <X aria-hidden />)}
        </>
      ) : (
        renderButton('picked', 'Choose', <Heart aria-hidden />)
      )}
      {note && (
        <span className={styles['tile-note']} title={note}>
          <NotebookText aria-label="Has a note" role="img" />
        </span>
      )}
    </div>
  )
}

type ViewerButtonProps = {
  store: PickStore
  id: string
  isLocked: boolean
  dialog: RefObject<HTMLDialogElement | null>
}

/** The pick buttons of the viewer, with the keys that press them. */
const CHOICE_BUTTONS = {
  choose: { buttonChoice: 'picked', name: 'Choose', icon: Heart, key: 'f' },
  approve: { buttonChoice: 'picked', name: 'Approve', icon: Check, key: 'f' },
  reject: { buttonChoice: 'rejected', name: 'Reject', icon: X, key: 'x' },
} as const

/** The button that sets the choice for the open photo. Pressing it again removes the choice. */
function ChoiceButton({
  kind,
  store,
  id,
  isLocked,
  dialog,
}: ViewerButtonProps & { kind: keyof typeof CHOICE_BUTTONS }) {
  const { buttonChoice, name, icon: Icon, key } = CHOICE_BUTTONS[kind]
  const { choice } = usePick(store, id)
  const toggle = () => store.choose(id, choice === buttonChoice ? 'none' : buttonChoice)
  useViewerKeys(dialog, isLocked ? {} : { [key]: toggle })
  return (
    <IconButton
      name={name}
      aria-pressed={choice === buttonChoice}
      disabled={isLocked}
      data-choice={buttonChoice}
      className={styles['viewer-button']}
      onClick={toggle}
    >
      <Icon aria-hidden />
    </IconButton>
  )
}

/** The button that opens the note for the open photo, as the key N does. */
function NoteButton({ store, id, isLocked, dialog }: ViewerButtonProps) {
  const { note } = usePick(store, id)
  const [isWriting, setIsWriting] = useState(false)
  const openNote = () => (store.snapshot().list ? setIsWriting(true) : void store.askForName())
  useViewerKeys(dialog, { n: openNote })
  if (isLocked && !note) return null
  return (
    <>
      <IconButton name={note ? 'Your note' : 'Write a note'} className={styles['viewer-button']} onClick={openNote}>
        {note ? <NotebookText aria-hidden /> : <NotebookPen aria-hidden />}
      </IconButton>
      {isWriting && (
        <NoteDialog
          note={note}
          isLocked={isLocked}
          onSave={text => store.writeNote(id, text)}
          onClose={() => setIsWriting(false)}
        />
      )}
    </>
  )
}

type ViewerPickProps = { share: http.PublicShare; id: string; dialog: RefObject<HTMLDialogElement | null> }

/** The visitor's pick and note for the open photo. */
export function ViewerPick({ share, id, dialog }: ViewerPickProps) {
  const store = pickStoreOf(share)
  const { status, list, problem } = usePicksView(store)
  if (status !== 'ready') return null
  const buttonProps = { store, id, isLocked: Boolean(list?.sent_at), dialog }
  return (
    <>
      {store.settings.review ? (
        <>
          <ChoiceButton kind="approve" {...buttonProps} />
          <ChoiceButton kind="reject" {...buttonProps} />
        </>
      ) : (
        <ChoiceButton kind="choose" {...buttonProps} />
      )}
      {store.settings.notes && <NoteButton key={id} {...buttonProps} />}
      {problem && (
        <p role="status" className={styles['problem']}>
          {problem}
        </p>
      )}
    </>
  )
}

type NoteDialogProps = { note: string; isLocked: boolean; onSave: (note: string) => void; onClose: () => void }

/** The dialog with the visitor's note for the photographer about this photo. */
function NoteDialog({ note, isLocked, onSave, onClose }: NoteDialogProps) {
  const [text, setText] = useState(note)
  const save = () => {
    if (text.trim() !== note) onSave(text)
    onClose()
  }
  const actions = (
    <>
      <Button appearance="quiet" onClick={onClose}>
        {isLocked ? 'Close' : 'Cancel'}
      </Button>
      {!isLocked && (
        <Button appearance="primary" onClick={save}>
          Save Note
        </Button>
      )}
    </>
  )
  return (
    <Modal title="Note about this photo" onClose={onClose} actions={actions}>
      <TextArea
        label="For the photographer"
        rows={4}
        maxLength={PICK_LIMITS.note}
        value={text}
        readOnly={isLocked}
        data-autofocus
        onChange={event => setText(event.target.value)}
      />
    </Modal>
  )
}
