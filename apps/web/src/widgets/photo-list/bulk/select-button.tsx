import { CheckSquare } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'

/** Starts the selection. On a phone only the icon fits next to the title. */
export function SelectButton({ isPhone, onSelect }: { isPhone: boolean; onSelect: () => void }) {
  if (isPhone)
    return (
      <IconButton name="Select Images" onClick={onSelect}>
        <CheckSquare aria-hidden />
      </IconButton>
    )
  return (
    <Button icon={<CheckSquare aria-hidden />} onClick={onSelect}>
      Select Images
    </Button>
  )
}
