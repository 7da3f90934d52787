import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { copyOrShowText } from '../feedback/copy.tsx'

/** S-DEV-10: the time for which the button shows 'Copied'. */
const COPIED_MS = 2000

type Props = {
  text: string
  label?: string
  /** The name of the copied item, by which screen reader users distinguish the copy buttons of a page. */
  itemName?: string
  onCopied?: () => void
}

/** A button that copies a text and then shows 'Copied' for two seconds. */
export function CopyButton({ text, label = 'Copy', itemName, onCopied }: Props) {
  /** 0 while 'Copied' is not shown. A count instead of a boolean, so that each press restarts the timer. */
  const [copyCount, setCopyCount] = useState(0)
  useEffect(() => {
    if (!copyCount) return
    const timer = setTimeout(() => setCopyCount(0), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copyCount])
  const copy = async () => {
    if (!(await copyOrShowText(text))) return
    setCopyCount(count => count + 1)
    onCopied?.()
  }
  const Icon = copyCount ? Check : Copy
  return (
    <Button appearance="quiet" size="small" icon={<Icon aria-hidden />} onClick={() => void copy()}>
      <span aria-live="polite">{copyCount ? 'Copied' : label}</span>
      {itemName && <span className="visually-hidden"> {itemName}</span>}
    </Button>
  )
}
