import type { http } from '@daymark/contracts'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { outcomeOf } from '../../../../lib/outcome.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { BusyIcon } from '../../../../ui/feedback/busy-mark.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { useAction } from '../../../../ui/feedback/use-work.ts'
import { checkAudit } from './audit.queries.ts'

const number = new Intl.NumberFormat()

/** '1 entry', '1,234 entries' */
const entries = (count: number) => `${number.format(count)} ${count === 1 ? 'entry' : 'entries'}`

export function Checked({ check: { ok, entries: count, broken_at } }: { check: http.AuditCheck }) {
  if (ok) return <Notice>The log is intact: {entries(count)}</Notice>
  return (
    <Notice tone="danger">
      The log was tampered with: entry {broken_at} does not match its checksum. Later entries cannot be trusted.
    </Notice>
  )
}

/** Each entry contains the hash of the previous one; the server checks the whole chain. */
export function useAuditCheck() {
  const [check, setCheck] = useState<http.AuditCheck | null>(null)
  const { isBusy, run } = useAction()
  const ask = async () => setCheck(await run(() => outcomeOf('Checking the audit log failed', checkAudit)))
  const button = (
    <Button
      size="small"
      disabled={isBusy}
      icon={isBusy ? <BusyIcon /> : <ShieldCheck aria-hidden />}
      onClick={() => void ask()}
    >
      Check
    </Button>
  )
  return { check, button }
}
