import { CheckSquare } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'

/** The button that starts selection mode. A phone shows only its icon. */
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
