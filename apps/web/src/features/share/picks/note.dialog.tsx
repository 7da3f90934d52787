import { PICKS } from '@daymark/contracts'
import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'

type Props = { note: string; isLocked: boolean; onSave: (note: string) => void; onClose: () => void }

/** The visitor's note about this photo for the photographer. */
export function NoteDialog({ note, isLocked, onSave, onClose }: Props) {
  const [text, setText] = useState(note)
  const save = () => {
    if (text.trim() !== note) onSave(text)
    onClose()
  }
  const actions = (
    <>
      <Button look="quiet" onClick={onClose}>
        {isLocked ? 'Close' : 'Cancel'}
      </Button>
      {!isLocked && (
        <Button look="primary" onClick={save}>
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
        maxLength={PICKS.note}
        value={text}
        readOnly={isLocked}
        data-autofocus
        onChange={event => setText(event.target.value)}
      />
    </Modal>
  )
}
