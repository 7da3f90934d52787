import { useState, type SyntheticEvent } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { readPosition } from './photo-order.ts'

type Props = { name: string; position: number; total: number; onMove: (to: number) => void; onClose: () => void }

/** The way for long distances, and for hands that neither drag nor hold keys. */
export function MoveDialog({ name, position, total, onMove, onClose }: Props) {
  const [text, setText] = useState(String(position + 1))
  const to = readPosition(text, total)
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (to === null) return
    onMove(to)
    onClose()
  }
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form="move-photo" look="primary" disabled={to === null}>
        Move
      </Button>
    </>
  )
  return (
    <Modal title="Move to position" onClose={onClose} actions={actions}>
      <form id="move-photo" onSubmit={onSubmit}>
        <TextField
          label={`New position of ${name}`}
          hint={`1 to ${total}`}
          type="number"
          inputMode="numeric"
          min={1}
          max={total}
          data-autofocus
          value={text}
          onFocus={event => event.target.select()}
          onChange={event => setText(event.target.value)}
        />
      </form>
    </Modal>
  )
}
