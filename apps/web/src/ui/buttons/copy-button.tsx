import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { copyOrShowText } from '../feedback/copy.tsx'

/** S-DEV-10 */
const COPIED_MS = 2000

type Props = {
  text: string
  label?: string
  /** The name of the copied item, by which screen reader users distinguish the copy buttons of a page. */
  what?: string
  onCopied?: () => void
}

/** A button that copies a text and then shows 'Copied' for two seconds. */
export function CopyButton({ text, label = 'Copy', what, onCopied }: Props) {
  /** The number of presses. It is the state, instead of a boolean, so that each press restarts the two seconds. */
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(0), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (!(await copyOrShowText(text))) return
    setCopied(times => times + 1)
    onCopied?.()
  }
  const Icon = copied ? Check : Copy
  return (
    <Button look="quiet" size="small" icon={<Icon aria-hidden />} onClick={() => void copy()}>
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
      {what && <span className="visually-hidden"> {what}</span>}
    </Button>
  )
}
