import { useState } from 'react'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { readPosition } from './photo-order.ts'

type Props = { name: string; position: number; total: number; onMove: (to: number) => void; onClose: () => void }

/** For long distances, and for users who neither drag nor hold keys. */
export function MoveDialog({ name, position, total, onMove, onClose }: Props) {
  const [text, setText] = useState(String(position + 1))
  const to = readPosition(text, total)
  const move = () => {
    if (to !== null) onMove(to)
    return Promise.resolve(null)
  }
  return (
    <FormDialog title="Move to position" submit="Move" isReady={to !== null} onSubmit={move} onClose={onClose}>
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
    </FormDialog>
  )
}
